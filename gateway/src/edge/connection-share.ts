import type { Server } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { placeOf } from '@portal/infra/client-address';
import { Holdings } from './places.js';

/**
 * The number of open connections that one IP address may have. A browser opens six connections. An office behind one
 * address opens some hundreds.
 */
export const mostConnectionsOfAddress = 1_000;

/** Reads the configured entries, which are IP addresses or networks in CIDR form. */
const networksOf = (configured: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const each of configured) {
    const [address = '', prefix] = each.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) continue;
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
};

/**
 * Closes the connections of an IP address beyond its share, so that no single client uses up the process's file
 * descriptors. A trusted proxy is not limited, because the connections of all users come from it.
 */
export const shareConnections = (
  server: Server,
  trustedProxies: readonly string[],
  most = mostConnectionsOfAddress,
): void => {
  const trusted = networksOf(trustedProxies);
  const open = new Holdings();
  server.on('connection', (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    if (isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return;
    const place = placeOf(address);
    if (open.of(place) >= most) {
      socket.destroy();
      return;
    }
    open.add(place, 1);
    socket.once('close', () => open.add(place, -1));
  });
};
