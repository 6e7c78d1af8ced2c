import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Standbys } from '@portal/infra/db';
import { counter, gauge } from '@portal/infra/metrics';
import { beginningWith } from '../matching/name.rules.js';
import {
  LiveIndexRepository,
  type HotName,
  type InstrumentGroup,
  type LiveRow,
} from './live-index.repository.js';

/** The live generation of a county, with the data that its queries need in advance. */
export interface LiveIndex extends LiveRow {
  readonly groups: readonly InstrumentGroup[];
  readonly hotNames: readonly HotName[];
}

interface Known {
  readonly index: LiveIndex;
  readonly readAt: number;
  /**
   * For each prefix, whether a search is faster in `name_hot`, the table with the sorted documents of frequent names.
   */
  readonly hotPrefixes: Map<string, boolean>;
}

/** How long a swap or a delta may go unnoticed; the previous generation stays readable for minutes. */
const staleMs = 250;
/**
 * `name_hot` is faster than `party` if the hot names have more than `hotDocuments` documents and at most `fewNames`
 * names match.
 */
const hotDocuments = 4_000;
const fewNames = 400;
const rememberedPrefixes = 2_000;

const imports = counter({
  ...{ name: 'imports_seen_total', help: 'Imports whose documents this process began to show' },
  labelNames: ['county'] as const,
});
const lastImport = gauge({
  ...{ name: 'import_seen_timestamp_seconds', help: 'When this process began to show the newest import' },
  labelNames: ['county'] as const,
});

/** Caches the live generation of every county for at most a quarter of a second. */
@Injectable()
export class LiveIndexes {
  private readonly known = new Map<string, Known>();
  private readonly reading = new Map<string, Promise<LiveIndex | undefined>>();

  constructor(
    private readonly repository: LiveIndexRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly standbys: Standbys,
  ) {}

  /** The live index of a county; undefined when the county has no import yet. */
  find(county: string): Promise<LiveIndex | undefined> {
    const known = this.known.get(county);
    const age = known ? this.clock.now().getTime() - known.readAt : staleMs;
    if (known && age >= 0 && age < staleMs) return Promise.resolve(known.index);
    let reading = this.reading.get(county);
    if (!reading) {
      reading = this.read(county).finally(() => this.reading.delete(county));
      this.reading.set(county, reading);
    }
    return reading;
  }

  /**
   * True if a search for names with this prefix is faster in `name_hot`, the table with the sorted documents of
   * frequent names.
   */
  async isHot(county: string, index: LiveIndex, prefix: string): Promise<boolean> {
    const hot = index.hotNames.filter((name) => name.last_name.startsWith(prefix));
    if (hot.reduce((sum, name) => sum + name.documents, 0) <= hotDocuments) return false;
    const remembered = this.known.get(county)?.hotPrefixes;
    const before = remembered?.get(prefix);
    if (before !== undefined) return before;
    const { from, below } = beginningWith(prefix);
    const few = await this.repository.hasFewNames(index.generation, from, below, fewNames);
    if (remembered && remembered.size < rememberedPrefixes) remembered.set(prefix, few);
    return few;
  }

  private async read(county: string): Promise<LiveIndex | undefined> {
    const live = await this.repository.findLive(county);
    if (!live) {
      this.known.delete(county);
      return undefined;
    }
    const before = this.known.get(county);
    // a standby that does not know the newest sealings yet would find sealed documents
    if (!before || isOther(before.index, live)) this.standbys.include(live.position);
    const same = before?.index.generation === live.generation && before.index.changes === live.changes;
    if (before && !same) {
      imports.inc({ county });
      lastImport.set({ county }, this.clock.now().getTime() / 1_000);
    }
    const index = same && before ? { ...before.index, ...live } : await this.readAll(live);
    const hotPrefixes = same && before ? before.hotPrefixes : new Map<string, boolean>();
    this.known.set(county, { index, readAt: this.clock.now().getTime(), hotPrefixes });
    return index;
  }

  private async readAll(live: LiveRow): Promise<LiveIndex> {
    const [groups, hotNames] = await Promise.all([
      this.repository.listGroups(live.generation),
      this.repository.listHotNames(live.generation),
    ]);
    return { ...live, groups, hotNames };
  }
}

const isOther = (known: LiveRow, live: LiveRow): boolean =>
  known.generation !== live.generation || known.changes !== live.changes || known.sealings !== live.sealings;
