import type { County } from '@portal/proto/rpc/admin-config';

/** Host names are compared in lower case and without a port, because browsers send any case and may send a port. */
const normalHost = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, '');

/** A county in its stored form: normalized hosts without repetitions. */
export const normalCounty = (county: County): County => ({
  ...county,
  hosts: [...new Set(county.hosts.map(normalHost))],
});

/** Hosts that another county already has; a host belongs to one county only. */
export const takenHosts = (county: County, others: readonly County[]): string[] =>
  county.hosts.filter((host) => others.some((other) => other.id !== county.id && other.hosts.includes(host)));

export const sameCounty = (a: County, b: County): boolean =>
  a.name === b.name &&
  a.origin === b.origin &&
  a.timeZone === b.timeZone &&
  a.state === b.state &&
  a.hosts.join(' ') === b.hosts.join(' ');
