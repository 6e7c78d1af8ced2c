import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Networks that are not part of the public internet: this machine, private and link-local networks (including the
 * cloud's own services at 169.254.169.254), networks for documentation, multicast, and IPv6 forms that contain an IPv4
 * address. The range ::ffff:0:0/96 is not listed: `BlockList` treats ::ffff:10.0.0.1 like 10.0.0.1, so a rule for that
 * range would block every IPv4 address.
 */
const notPublic = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32'],
  ...['2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** @throws Error when an entry is neither an address nor a network */
function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** Decides which addresses this service may call at a county's request (S27). */
export class ProviderAddresses {
  private readonly closed = listOf(notPublic);
  private readonly opened: BlockList;

  /** @param networks networks that the operator allows although they are not public, for example 10.1.0.0/16 */
  constructor(networks: readonly string[]) {
    this.opened = listOf(networks);
  }

  /** True for an address that the operator allows. Such an address may be called even without TLS. */
  isOpened(address: string): boolean {
    return isIP(address) !== 0 && this.opened.check(address, familyOf(address));
  }

  /** True if the portal may connect to the address with this protocol. */
  mayCall(protocol: string, address: string): boolean {
    if (isIP(address) === 0) return false;
    if (this.isOpened(address)) return protocol === 'https:' || protocol === 'http:';
    return protocol === 'https:' && !this.closed.check(address, familyOf(address));
  }
}
