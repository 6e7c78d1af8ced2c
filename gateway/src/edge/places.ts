import { randomInt } from 'node:crypto';
import { placeOf } from '@portal/infra/client-address';
import { counter } from '@portal/infra/metrics';
import type { RouteLane } from './route-lanes.js';

export interface PlacesOf {
  readonly all: number;
  /** The maximum number of slots that one IP address may hold. */
  readonly ofAddress: number;
  /** The maximum number of slots that one county may hold. */
  readonly ofCounty: number;
}

/**
 * The number of requests that one process handles at the same time, by lane. Further requests are refused at once, with
 * the time to try again. No IP address or county may hold all slots of a lane, and purchases have slots of their own.
 * The number of slots for searches is the number of searches that one process can answer in about a second. Further
 * searches would only wait and slow down everything else.
 */
export const placesOf: Readonly<Record<RouteLane, PlacesOf>> = {
  purchase: { all: 128, ofAddress: 64, ofCounty: 96 },
  search: { all: 128, ofAddress: 64, ofCounty: 96 },
  other: { all: 512, ofAddress: 128, ofCounty: 384 },
};

/** The sender of a request, identified by the network of the client's address and by the county. */
export interface Asker {
  readonly address: string;
  readonly county: string;
}

export const askerOf = (address: string, county: string): Asker => ({ address: placeOf(address), county });

/**
 * The shortest and the longest pause before a refused request may be repeated, in seconds. A refused request costs
 * nearly as much as an answered one, so a client must not try again every second.
 */
const leastPause = 2;
const longestPause = 4;

/**
 * Returns the number of seconds after which a refused request may be repeated. It is random, so that requests that
 * were refused together are not repeated together.
 */
export const pauseWithoutPlace = (): number => randomInt(leastPause, longestPause + 1);

const refused = counter({
  name: 'requests_without_place_total',
  help: 'Requests that found no place, by lane and by whose places were taken',
  labelNames: ['lane', 'holder'],
});

/** Counts how many slots each holder (a network or a county) has; a holder without slots is not stored. */
export class Holdings {
  private readonly counts = new Map<string, number>();

  of(holder: string): number {
    return this.counts.get(holder) ?? 0;
  }

  add(holder: string, count: number): void {
    const held = this.of(holder) + count;
    if (held > 0) this.counts.set(holder, held);
    else this.counts.delete(holder);
  }
}

export class Places {
  private readonly held = new Holdings();

  constructor(private readonly table: Readonly<Record<RouteLane, PlacesOf>> = placesOf) {}

  /** Checks for a free slot without taking it, so that a request can be refused before any of it is read. */
  isFull(lane: RouteLane, asker: Asker): boolean {
    const taken = this.sharesOf(lane, asker).find(({ key, most }) => this.held.of(key) >= most);
    if (taken) refused.inc({ lane, holder: taken.holder });
    return taken !== undefined;
  }

  /** @returns a function that releases the slot, to be called once; undefined when no slot is free */
  enter(lane: RouteLane, asker: Asker): (() => void) | undefined {
    if (this.isFull(lane, asker)) return undefined;
    const keys = this.sharesOf(lane, asker).map(({ key }) => key);
    for (const key of keys) this.held.add(key, 1);
    return () => {
      for (const key of keys) this.held.add(key, -1);
    };
  }

  private sharesOf(lane: RouteLane, { address, county }: Asker) {
    const { all, ofAddress, ofCounty } = this.table[lane];
    return [
      { holder: 'all', key: lane, most: all },
      { holder: 'address', key: `${lane} address ${address}`, most: ofAddress },
      { holder: 'county', key: `${lane} county ${county}`, most: ofCounty },
    ];
  }
}
