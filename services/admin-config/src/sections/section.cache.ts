import { Injectable } from '@nestjs/common';
import { FreshCopies } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { OnBroadcast, OnResync, type EventOf } from '@portal/infra/events';
import { sectionNames, type SectionName } from '@portal/proto/config/sections';
import type { SavedSection } from '@portal/proto/rpc/admin-config';
import { SectionRepository } from './section.repository.js';
import { filledSection, unsavedSection } from './section.rules.js';

export type Sections = ReadonlyMap<SectionName, SavedSection>;

const MAX_AGE_MS = 30_000;

/**
 * Caches all sections of counties that were requested recently; a save by another replica drops the county from the
 * cache.
 */
@Injectable()
export class SectionCache {
  private readonly copies = new FreshCopies<Sections>(MAX_AGE_MS, (county) => this.read(county));

  constructor(
    private readonly database: Database,
    private readonly repository: SectionRepository,
  ) {}

  get(county: string): Promise<Sections> {
    return this.copies.get(county);
  }

  drop(county: string): void {
    this.copies.drop(county);
  }

  @OnBroadcast('config.section-changed.v1')
  onSectionChanged({ county }: EventOf<'config.section-changed.v1'>): void {
    this.copies.drop(county);
  }

  @OnResync()
  dropAll(): void {
    this.copies.clear();
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
