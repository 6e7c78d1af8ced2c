import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { AnnouncementListener, FreshCopies } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { sectionNames, type SectionName } from '@portal/proto/config/sections';
import type { SavedSection } from '@portal/proto/rpc/admin-config';
import { filledSection, unsavedSection } from './section.rules.js';
import { SectionRepository } from './section.repository.js';

export type Sections = ReadonlyMap<SectionName, SavedSection>;

const MAX_AGE_MS = 30_000;

/** All sections of the counties that were asked for lately; another replica's save drops a county's. */
@Injectable()
export class SectionCache implements OnApplicationShutdown {
  private readonly copies = new FreshCopies<Sections>(MAX_AGE_MS, (county) => this.read(county));
  private readonly listener: AnnouncementListener;

  constructor(
    private readonly database: Database,
    private readonly repository: SectionRepository,
    @Inject(CONFIG) { redisUrl, redisNamespace }: Config,
  ) {
    this.listener = new AnnouncementListener(redisUrl, redisNamespace, {
      onChange: ({ county }) => this.copies.drop(county),
      onGap: () => this.copies.clear(),
    });
  }

  onModuleInit(): Promise<void> {
    return this.listener.ready();
  }

  get(county: string): Promise<Sections> {
    return this.copies.get(county);
  }

  drop(county: string): void {
    this.copies.drop(county);
  }

  onApplicationShutdown(): void {
    this.listener.close();
  }

  private async read(county: string): Promise<Sections> {
    const stored = await this.database.withCounty(county, (tx) => this.repository.list(tx));
    const byName = new Map(stored.map((row) => [row.name, row]));
    return new Map(
      sectionNames.map((name) => {
        const row = byName.get(name);
        return [name, row ? filledSection(name, row) : unsavedSection(name)];
      }),
    );
  }
}
