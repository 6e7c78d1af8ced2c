import { EventEmitter } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { controllers } from '../src/app.module.js';
import { leaveWith } from '../src/edge/leave-with.js';
import { askerOf, Places, placesOf } from '../src/edge/places.js';
import { laneOf, purchaseRoutes, type RouteLane } from '../src/edge/route-lanes.js';
import { TakenPlace } from '../src/edge/taken-place.js';
import { listRoutes } from '../src/session/access.check.js';

const from = (nth: number, county = `county ${nth % 8}`) => ({ address: `192.0.2.${nth}`, county });

/** Takes slots for new senders until there is no slot left for any of them. */
const fill = (places: Places, lane: RouteLane, askerOf: (nth: number) => ReturnType<typeof from>) => {
  const taken: (() => void)[] = [];
  for (let nth = 0; nth < 2_000; nth += 1) {
    const leave = places.enter(lane, askerOf(nth));
    if (leave) taken.push(leave);
  }
  return taken;
};

describe('S14 the slots for requests in a gateway', () => {
  test('S14 cannot all be taken by one address', () => {
    const places = new Places();
    expect(fill(places, 'other', () => from(1))).toHaveLength(placesOf.other.ofAddress);
    expect(places.enter('other', from(1))).toBeUndefined();
    expect(places.enter('other', from(2))).toBeDefined();
  });

  test('S14 are shared by all addresses of an IPv6 network', () => {
    const places = new Places();
    const customer = (nth: number) => askerOf(`2001:db8:1:2::${nth.toString(16)}`, `county ${nth % 8}`);
    expect(fill(places, 'other', customer)).toHaveLength(placesOf.other.ofAddress);
    expect(places.enter('other', askerOf('2001:db8:1:3::1', 'lake'))).toBeDefined();
  });

  test('S14 cannot all be taken by one county', () => {
    const places = new Places();
    expect(fill(places, 'other', (nth) => from(nth, 'lake'))).toHaveLength(placesOf.other.ofCounty);
    expect(places.enter('other', from(9_999, 'lake'))).toBeUndefined();
    expect(places.enter('other', from(9_999, 'saipan'))).toBeDefined();
  });

  test('S14 include slots that stay free for purchases, whatever the load of other requests', () => {
    const places = new Places();
    const taken = fill(places, 'other', (nth) => from(nth));
    expect(taken).toHaveLength(placesOf.other.all);
    expect(places.isFull('other', from(9_999))).toBe(true);
    expect(fill(places, 'purchase', (nth) => from(nth))).toHaveLength(placesOf.purchase.all);
    taken[0]?.();
    expect(places.isFull('other', from(9_999))).toBe(false);
  });

  test('cannot all be taken by searches, and the slots for searches cannot all be taken by one county', () => {
    const places = new Places();
    expect(fill(places, 'search', (nth) => from(nth, 'lake'))).toHaveLength(placesOf.search.ofCounty);
    expect(places.enter('search', from(9_999, 'saipan'))).toBeDefined();
    expect(fill(places, 'purchase', (nth) => from(nth))).toHaveLength(placesOf.purchase.all);
    expect(fill(places, 'other', (nth) => from(nth))).toHaveLength(placesOf.other.all);
  });

  test('S14 for purchases are used by every route that sells something, and every listed purchase route exists', () => {
    const paths = listRoutes(controllers).map(({ path }) => path);
    expect(purchaseRoutes.filter((route) => !paths.includes(route))).toEqual([]);
    const selling = paths.filter((path) => /pay|order|deposit|authoriz|addOn|webhook|getImage/i.test(path));
    expect(selling.filter((path) => laneOf(`/LandShark/api/${path}`) !== 'purchase')).toEqual([]);
    expect(laneOf('/LandShark/api/search/searchByName')).toBe('search');
    expect(laneOf('/LandShark/api/search/recentSearches')).toBe('other');
    expect(laneOf(undefined)).toBe('other');
  });
});

describe('S14 the slot of a request', () => {
  const taken = () => {
    let free = 0;
    return { place: new TakenPlace(() => (free += 1)), free: () => free };
  };

  test('S14 stays taken while work continues for a caller who hung up, and is returned only once', () => {
    const { place, free } = taken();
    place.closed();
    expect(free()).toBe(0);
    place.answered();
    place.leave();
    expect(free()).toBe(1);
  });

  test('S14 stays taken while an answer is sent, except for a download', () => {
    const { place, free } = taken();
    place.answered();
    expect(free()).toBe(0);
    place.closed();
    expect(free()).toBe(1);
    const download = taken();
    download.place.leave();
    expect(download.free()).toBe(1);
  });

  test('S14 is returned when the connection ends, even if the request waits behind another request', () => {
    const socket = Object.assign(new EventEmitter(), { destroyed: false });
    const request = { raw: { socket } } as unknown as FastifyRequest;
    const [first, second] = [new EventEmitter(), new EventEmitter()].map(
      (raw) => ({ raw }) as unknown as FastifyReply,
    ) as [FastifyReply, FastifyReply];
    let left = '';
    leaveWith(request, first, () => (left += '1'));
    leaveWith(request, second, () => (left += '2'));
    first.raw.emit('close');
    expect(left).toBe('1');
    // The second answer is still queued when the connection closes, so its response never emits `close`.
    socket.emit('close');
    expect(left).toBe('12');
    second.raw.emit('close');
    expect(left).toBe('12');
    expect(socket.listenerCount('close')).toBe(0);
  });
});
