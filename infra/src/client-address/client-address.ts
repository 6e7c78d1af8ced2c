import { isIPv4, isIPv6 } from 'node:net';

const NETWORK_GROUPS = 4;

/**
 * The network to which limits apply: the IPv4 address itself, or the /64 network of an IPv6 address, because one
 * customer has more IPv6 addresses than limits could count. All other values count as one network.
 */
export function placeOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain;
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, NETWORK_GROUPS).join(':')}::/64` : 'unknown';
}

/** A network without its last part, for records that are kept after the exact network is no longer needed. */
export const truncated = (place: string): string =>
  isIPv4(place) ? place.replace(/\.\d+$/, '.0') : place.replace(/:[^:]*::\/64$/, '::/48');

/** The eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  );
}
