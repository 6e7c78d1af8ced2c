import { setTimeout as sleep } from 'node:timers/promises';
import { sectionNames, sections, type SectionName, type SectionValue } from '@portal/proto/config/sections';
import { getSections, listCounties, type County, type SavedSection } from '@portal/proto/rpc/admin-config';
import * as z from 'zod/mini';
import { OnBroadcast, OnResync, type EventOf } from '../events/index.js';
import { systemActor, type RpcClient } from '../rpc/index.js';
import { openLog, type Log } from '../log/index.js';
import { isMoving, takesChanges } from './county-move.rules.js';
import { LastingCopies } from './lasting-copies.js';

type Sections = ReadonlyMap<SectionName, unknown>;

const MAX_AGE_MS = 30_000;
/**
 * The maximum age of the list of counties while one of them moves. It is short, so that people can write in that county
 * soon after its move.
 */
const MOVING_AGE_MS = 250;
const ALL_COUNTIES = '*';
const TRIES = 5;
const REMIND_MS = 60_000;

/**
 * The settings of counties, as this process last read them from admin-config. A fact about a change drops the copy
 * within a second (the process needs `EventsModule`); if facts are lost, values are at most 30 s old. While
 * admin-config does not answer, the last values stay in use.
 */
export class CountySections {
  private readonly sections = new LastingCopies<Sections>(
    MAX_AGE_MS,
    (county) => this.readSections(county),
    (error) => this.tellLastKnown(error),
  );
  private readonly counties = new LastingCopies<readonly County[]>(
    MAX_AGE_MS,
    () => this.readCounties(),
    (error) => this.tellLastKnown(error),
  );
  private readonly log: Log;
  private readonly changes = new Map<string, number>();
  private changesOfAll = 0;
  private toldAt = Number.NEGATIVE_INFINITY;
  private isCountyMoving = false;
  private countiesAskedAt = Number.NEGATIVE_INFINITY;
  /** Versions announced by facts, kept as long as an older answer may still be on its way. */
  private readonly told = new Map<string, { version: number; at: number }>();

  /** @param service the name under which this process calls admin-config */
  constructor(
    private readonly rpc: RpcClient,
    private readonly service: string,
  ) {
    this.log = openLog(service);
  }

  /**
   * A section of a county with defaults filled in; only defaults if the county has never saved it.
   * @throws RpcFailure when no value was ever read and admin-config does not answer
   */
  async get<N extends SectionName>(county: string, name: N): Promise<SectionValue<N>> {
    const read = await this.sections.get(county);
    // `readSections` has parsed the value with the schema of this section
    return read.get(name) as SectionValue<N>;
  }

  /**
   * Like `get`, but never returns an outdated value.
   * @throws RpcFailure when admin-config does not answer
   */
  async getCurrent<N extends SectionName>(county: string, name: N): Promise<SectionValue<N>> {
    const read = await this.sections.getCurrent(county);
    return read.get(name) as SectionValue<N>;
  }

  /**
   * The counties that this installation works for. Jobs skip a county while it moves, and after it has moved.
   * @throws RpcFailure like `get`
   */
  async listCounties(): Promise<readonly County[]> {
    const now = new Date();
    return (await this.allCounties()).filter((county) => takesChanges(county, now));
  }

  /**
   * The county with this id. If the copy of the list lacks the county, the list is read again, because work for a new
   * county may arrive before the fact about it.
   */
  async findCounty(id: string): Promise<County | undefined> {
    const isWanted = (county: County): boolean => county.id === id;
    const known = (await this.allCounties()).find(isWanted);
    if (known) return known;
    this.counties.drop(ALL_COUNTIES);
    return (await this.allCounties()).find(isWanted);
  }

  /**
   * The county that a host name belongs to.
   * @param host of a request, with or without port
   */
  async findCountyByHost(host: string): Promise<County | undefined> {
    const name = host.toLowerCase().replace(/:\d+$/, '');
    return (await this.allCounties()).find((county) => county.hosts.includes(name));
  }

  /**
   * A number that grows with each fact about a change of the county's settings. It also grows when facts were missed.
   */
  changesOf(county: string): number {
    return this.changesOfAll + (this.changes.get(county) ?? 0);
  }

  /** Makes the next `get` of this county return this version of the section or a later one. */
  expect(county: string, section: string, version: number): void {
    const key = `${county} ${section}`;
    // the fact about an earlier change may arrive after the answer to a later one
    const newest = Math.max(version, this.toldOf(key) ?? 0);
    this.told.set(key, { version: newest, at: performance.now() });
    this.changes.set(county, (this.changes.get(county) ?? 0) + 1);
    this.sections.drop(county);
  }

  @OnBroadcast('config.section-changed.v1')
  onSectionChanged({ county, payload }: EventOf<'config.section-changed.v1'>): void {
    this.expect(county, payload.section, payload.version);
  }

  @OnBroadcast('config.county-changed.v1')
  onCountyChanged(_event: EventOf<'config.county-changed.v1'>): void {
    this.changesOfAll += 1;
    this.counties.clear();
  }

  @OnResync()
  forgetAll(): void {
    this.changesOfAll += 1;
    this.told.clear();
    this.sections.clear();
    this.counties.clear();
  }

  /** Every county, including those that are moving or have moved. */
  private allCounties(): Promise<readonly County[]> {
    const now = performance.now();
    if (this.isCountyMoving && now - this.countiesAskedAt >= MOVING_AGE_MS) {
      this.countiesAskedAt = now;
      this.counties.drop(ALL_COUNTIES);
    }
    return this.counties.get(ALL_COUNTIES);
  }

  private tellLastKnown(error: unknown): void {
    if (performance.now() - this.toldAt < REMIND_MS) return;
    this.toldAt = performance.now();
    this.log.warn(
      { err: error },
      'admin-config does not answer: counties go on with what they last configured',
    );
  }

  /**
   * Asks again when the answer is older than the version that a fact has announced. The replica of admin-config that
   * answered may receive the fact later than this process.
   */
  private async readSections(county: string): Promise<Sections> {
    for (let tried = 1; ; tried += 1) {
      const saved = await this.rpc.callOrThrow(
        getSections,
        { names: [...sectionNames] },
        { actor: systemActor(county, this.service) },
      );
      const answered = new Map(saved.map((section) => [section.name, section]));
      if (tried === TRIES || !sectionNames.some((name) => this.isBehind(county, name, answered.get(name)))) {
        // an older admin-config omits sections that it does not know; these sections get their defaults
        return new Map(
          sectionNames.map((name) => [name, z.parse(sections[name], answered.get(name)?.value ?? {})]),
        );
      }
      await sleep(20 * 2 ** tried);
    }
  }

  private isBehind(county: string, name: SectionName, answered: SavedSection | undefined): boolean {
    return (answered?.version ?? 0) < (this.toldOf(`${county} ${name}`) ?? 0);
  }

  /**
   * The version that a fact has announced; undefined if that was so long ago that no older answer can be on its way.
   */
  private toldOf(key: string): number | undefined {
    const told = this.told.get(key);
    return told && performance.now() - told.at < MAX_AGE_MS ? told.version : undefined;
  }

  private async readCounties(): Promise<readonly County[]> {
    const actor = systemActor(ALL_COUNTIES, this.service);
    const counties = await this.rpc.callOrThrow(listCounties, {}, { actor });
    const now = new Date();
    this.isCountyMoving = counties.some((county) => isMoving(county, now));
    return counties;
  }
}
