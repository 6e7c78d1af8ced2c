import type { County } from '@portal/proto/rpc/admin-config';

/** Converts a host name to lower case and removes its port, because host names are compared without case and port. */
const normalHost = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, '');

/** Returns the county as it is stored: with normalized hosts and without repeated ones. */
export const normalCounty = (county: County): County => ({
  ...county,
  hosts: [...new Set(county.hosts.map(normalHost))],
});

/** Returns the hosts of the county that already belong to another county; a host may belong to only one county. */
export const takenHosts = (county: County, others: readonly County[]): string[] =>
  county.hosts.filter((host) => others.some((other) => other.id !== county.id && other.hosts.includes(host)));

export const sameCounty = (a: County, b: County): boolean =>
  a.name === b.name &&
  a.origin === b.origin &&
  a.timeZone === b.timeZone &&
  a.state === b.state &&
  a.hosts.join(' ') === b.hosts.join(' ');
