import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { SourceFault } from './former-database.js';

/**
 * Addresses of this machine, of private networks, and of a data center's metadata service; also the IPv6 forms that
 * contain such an IPv4 address (IPv4-compatible, NAT64, Teredo, 6to4).
 */
const inside: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const familyOf = (ip: string): 'ipv4' | 'ipv6' => (isIP(ip) === 6 ? 'ipv6' : 'ipv4');

/**
 * Resolves a host name.
 * @returns its IP addresses
 */
export type LookUp = (host: string) => Promise<readonly string[]>;

const lookUpHost: LookUp = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Decides to which hosts a migration may connect (S27). Private addresses are refused unless the operator has listed
 * them in LS1_HOSTS; otherwise a TRIMIN user could enter the address of one of the portal's own servers.
 */
@Injectable()
export class HostGuard {
  private readonly refused = new BlockList();
  private readonly allowed = new BlockList();

  constructor(@Inject(CONFIG) { ls1Hosts }: Pick<Config, 'ls1Hosts'>) {
    for (const [net, prefix, family] of inside) this.refused.addSubnet(net, prefix, family);
    for (const entry of ls1Hosts) {
      const [net = '', prefix] = entry.split('/');
      const family = familyOf(net);
      if (prefix === undefined) this.allowed.addAddress(net, family);
      else this.allowed.addSubnet(net, Number(prefix), family);
    }
  }

  /**
   * Returns the IP address to connect to. The connection must use this address and not resolve the name again, because
   * the name may then resolve to an address that was not checked.
   * @throws SourceFault HOST_UNKNOWN or HOST_NOT_ALLOWED
   */
  async addressOf(host: string, lookUp: LookUp = lookUpHost): Promise<string> {
    const found = isIP(host) === 0 ? await lookUp(host).catch(() => []) : [host];
    const [first] = found;
    if (first === undefined) throw new SourceFault('HOST_UNKNOWN');
    if (!found.every((ip) => this.mayConnect(ip))) throw new SourceFault('HOST_NOT_ALLOWED');
    return first;
  }

  private mayConnect(ip: string): boolean {
    // an IPv4 address in IPv6 form, such as ::ffff:10.0.0.1, also matches the rules of a BlockList for IPv4
    return this.allowed.check(ip, familyOf(ip)) || !this.refused.check(ip, familyOf(ip));
  }
}
