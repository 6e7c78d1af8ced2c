import type { County } from '@portal/proto/rpc/admin-config';

/** Normalizes a host name to lower case without a port, because browsers send any case and may send a port. */
const normalHost = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, '');

/** A county in the form in which it is stored: normalized hosts, each once. */
export const normalCounty = (county: County): County => ({
  ...county,
  hosts: [...new Set(county.hosts.map(normalHost))],
});

/** Returns those hosts of the county that another county already has; a host may belong to only one county. */
export const takenHosts = (county: County, others: readonly County[]): string[] =>
  county.hosts.filter((host) => others.some((other) => other.id !== county.id && other.hosts.includes(host)));

export const sameCounty = (a: County, b: County): boolean =>
  a.name === b.name &&
  a.origin === b.origin &&
  a.timeZone === b.timeZone &&
  a.state === b.state &&
  a.hosts.join(' ') === b.hosts.join(' ');
