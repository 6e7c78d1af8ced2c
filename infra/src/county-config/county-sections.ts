import { setTimeout as sleep } from 'node:timers/promises';
import { sectionNames, sections, type SectionName, type SectionValue } from '@portal/proto/config/sections';
import { getSections, listCounties, type County, type SavedSection } from '@portal/proto/rpc/admin-config';
import * as z from 'zod/mini';
import { systemActor, type RpcClient } from '../rpc/index.js';
import { AnnouncementListener, type Announcement } from './announcements.js';
import { FreshCopies } from './fresh-copies.js';

export interface CountySectionsOptions {
  readonly rpc: RpcClient;
  /** Who asks admin-config. */
  readonly service: string;
  readonly redisUrl: string;
  readonly namespace: string;
}

type Sections = ReadonlyMap<SectionName, unknown>;

const MAX_AGE_MS = 30_000;
const ALL_COUNTIES = '*';
const TRIES = 5;

/**
 * What counties configure, as the process last read it from admin-config. A change arrives within a second by
 * announcement; when that is lost, values are at most 30 s old.
 */
export class CountySections {
  private readonly sections = new FreshCopies<Sections>(MAX_AGE_MS, (county) => this.readSections(county));
  private readonly counties = new FreshCopies<readonly County[]>(MAX_AGE_MS, () => this.readCounties());
  private readonly announced = new Map<string, { version: number; at: number }>();
  private readonly listener: AnnouncementListener;

  constructor(private readonly o: CountySectionsOptions) {
    this.listener = new AnnouncementListener(o.redisUrl, o.namespace, {
      onChange: (change) => this.forget(change),
      onGap: () => this.forgetAll(),
    });
  }

  /**
   * A section of a county, defaults filled in; a county that has never saved it has the defaults.
   * @throws RpcFailure when there is no fresh copy and admin-config does not answer
   */
  async get<N extends SectionName>(county: string, name: N): Promise<SectionValue<N>> {
    const read = await this.sections.get(county);
    // parsed with the schema of this very name in `readSections`
    return read.get(name) as SectionValue<N>;
  }

  /** Every county of the installation. @throws RpcFailure like `get` */
  listCounties(): Promise<readonly County[]> {
    return this.counties.get(ALL_COUNTIES);
  }

  async findCounty(id: string): Promise<County | undefined> {
    return (await this.listCounties()).find((county) => county.id === id);
  }

  /** The county that a host name shows. @param host of a request, with or without port */
  async findCountyByHost(host: string): Promise<County | undefined> {
    const name = host.toLowerCase().replace(/:\d+$/, '');
    return (await this.listCounties()).find((county) => county.hosts.includes(name));
  }

  /** Settles when changes are heard, or after 2 s. */
  ready(): Promise<void> {
    return this.listener.ready();
  }

  onApplicationShutdown(): void {
    this.listener.close();
  }

  private forget({ county, section, version }: Announcement): void {
    if (section === null) {
      this.counties.clear();
      return;
    }
    this.announced.set(`${county} ${section}`, { version, at: performance.now() });
    this.sections.drop(county);
  }

  private forgetAll(): void {
    this.announced.clear();
    this.sections.clear();
    this.counties.clear();
  }

  /** Asks again when the answer is older than an announcement: another replica of admin-config may hear it later. */
  private async readSections(county: string): Promise<Sections> {
    for (let tried = 1; ; tried += 1) {
      const saved = await this.o.rpc.callOrThrow(
        getSections,
        { names: [...sectionNames] },
        { actor: systemActor(county, this.o.service) },
      );
      const behind = saved.some((section) => this.isBehind(county, section));
      if (!behind || tried === TRIES) {
        return new Map(saved.map(({ name, value }) => [name, z.parse(sections[name], value)]));
      }
      await sleep(20 * 2 ** tried);
    }
  }

  private isBehind(county: string, { name, version }: SavedSection): boolean {
    const announced = this.announced.get(`${county} ${name}`);
    return announced !== undefined && version < announced.version && performance.now() - announced.at < MAX_AGE_MS;
  }

  private readCounties(): Promise<readonly County[]> {
    return this.o.rpc.callOrThrow(listCounties, {}, { actor: systemActor(ALL_COUNTIES, this.o.service) });
  }
}
