import { counter } from '@portal/infra/metrics';
import type { RouteLane } from './route-lanes.js';

export interface PlacesOf {
  readonly all: number;
  /** Of them, what one address and one county may hold at most. */
  readonly ofAddress: number;
  readonly ofCounty: number;
}

/**
 * Requests that one process has in its hands at once, by lane. More are told to come back, at once and not after a
 * wait. No address and no county holds all of a lane's places, and purchases have places that nothing else takes. Searches
 * have as many as are answered in about a second: more of them would only wait, and everything else with them.
 */
export const placesOf: Readonly<Record<RouteLane, PlacesOf>> = {
  purchase: { all: 128, ofAddress: 64, ofCounty: 96 },
  search: { all: 128, ofAddress: 64, ofCounty: 96 },
  other: { all: 512, ofAddress: 128, ofCounty: 384 },
};

/** Who asks: an address, or the network of one (`placeOf`), in a county. */
export interface Asker {
  readonly address: string;
  readonly county: string;
}

const refused = () =>
  counter({
    name: 'requests_without_place_total',
    help: 'Requests that found no place, by lane and by whose places were taken',
    labelNames: ['lane', 'holder'],
  });

/** Who holds how many of something; whoever holds none is not kept. */
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

  /** Looks without taking a place: so many requests are turned away before anything of them is read. */
  isFull(lane: RouteLane, asker: Asker): boolean {
    const taken = this.sharesOf(lane, asker).find(({ key, most }) => this.held.of(key) >= most);
    if (taken) refused().inc({ lane, holder: taken.holder });
    return taken !== undefined;
  }

  /** @returns gives the place back, to be called once; undefined when there is none */
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
