import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Standbys } from '@portal/infra/db';
import { counter, gauge } from '@portal/infra/metrics';
import { beginningWith, type TextRange } from '../matching/name.rules.js';
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

/**
 * Folded last names that begin with a prefix. The lists `frequent` and `others` may be one delta older than the rows
 * that a search reads, or, on a standby that is behind, one delta newer. So the search also finds names in `range` that
 * are in neither list.
 */
export interface HotPrefix {
  readonly range: TextRange;
  /** The names that are in `name_hot`, the table with the sorted documents of frequent names. */
  readonly frequent: readonly string[];
  readonly others: readonly string[];
}

interface Known {
  readonly index: LiveIndex;
  readonly readAt: number;
  /**
   * The names that begin with a prefix (at most `fewNames` + 1), by prefix. A prefix is a key only if a search asked
   * for it and its frequent names have more than `hotDocuments` documents together.
   */
  readonly namesOfPrefixes: Map<string, readonly string[]>;
}

/**
 * How long a new generation or a delta may go unnoticed. Meanwhile searches still work, because the previous generation
 * stays readable for minutes.
 */
const staleMs = 250;
/**
 * `name_hot` is faster than `party` if the frequent names have more than `hotDocuments` documents and at most
 * `fewNames` names match.
 */
const hotDocuments = 4_000;
const fewNames = 400;
const rememberedPrefixes = 500;

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
  private readonly words = new Map<string, { generation: number; common: Promise<ReadonlySet<string>> }>();

  constructor(
    private readonly repository: LiveIndexRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Standbys) private readonly standbys: Pick<Standbys, 'include'>,
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
   * The names with a prefix; undefined if a search for the prefix is faster without `name_hot`.
   */
  async hotPrefix(county: string, index: LiveIndex, prefix: string): Promise<HotPrefix | undefined> {
    const hot = index.hotNames.filter((name) => name.last_name.startsWith(prefix));
    if (hot.reduce((sum, name) => sum + name.documents, 0) <= hotDocuments) return undefined;
    const frequent = hot.map((name) => name.last_name);
    const range = beginningWith(prefix);
    const all = await this.listNames(county, index, prefix, range);
    if (all.length > fewNames) return undefined;
    return { range, frequent, others: all.filter((name) => !frequent.includes(name)) };
  }

  /**
   * The common words of a county's certificate texts, from a sample that is drawn once for each generation. Searches
   * use them only to choose the faster query.
   */
  commonWords(county: string, { generation }: LiveIndex): Promise<ReadonlySet<string>> {
    const known = this.words.get(county);
    if (known?.generation === generation) return known.common;
    const common = this.repository.listCommonWords(generation).then((words) => new Set(words));
    this.words.set(county, { generation, common });
    common.catch(() => this.words.delete(county));
    return common;
  }

  /** The names with a prefix, at most `fewNames` + 1. */
  private async listNames(
    county: string,
    index: LiveIndex,
    prefix: string,
    { from, below }: TextRange,
  ): Promise<readonly string[]> {
    const known = this.known.get(county);
    // if the index has changed since this search began, the names are not remembered: later searches would get the old
    // ones
    const remembered = known && isSame(known.index, index) ? known.namesOfPrefixes : undefined;
    const before = remembered?.get(prefix);
    if (before) return before;
    const names = await this.repository.listNames(index.generation, from, below, fewNames + 1);
    if (remembered && remembered.size < rememberedPrefixes) remembered.set(prefix, names);
    return names;
  }

  private async read(county: string): Promise<LiveIndex | undefined> {
    const live = await this.repository.findLive(county);
    if (!live) {
      this.known.delete(county);
      return undefined;
    }
    const before = this.known.get(county);
    // until a standby has replayed up to this position, it is not read, because it could find documents that are sealed
    // now
    if (!before || isOther(before.index, live)) this.standbys.include(live.position);
    const same = before !== undefined && isSame(before.index, live);
    if (before && !same) {
      imports.inc({ county });
      lastImport.set({ county }, this.clock.now().getTime() / 1_000);
    }
    const index = same ? { ...before.index, ...live } : await this.readAll(live);
    const namesOfPrefixes = same ? before.namesOfPrefixes : new Map<string, readonly string[]>();
    this.known.set(county, { index, readAt: this.clock.now().getTime(), namesOfPrefixes });
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

/** True if the rows of the live index have not changed since `known` was read, apart from newly sealed records. */
const isSame = (known: LiveRow, live: LiveRow): boolean =>
  known.generation === live.generation && known.changes === live.changes;

const isOther = (known: LiveRow, live: LiveRow): boolean =>
  !isSame(known, live) || known.sealings !== live.sealings;
