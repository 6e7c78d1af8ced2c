import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { sectionDefaults, sectionNames, type SectionName } from '@portal/proto/config/sections';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type {
  listSectionVersions,
  openSection,
  SavedSection,
  SectionStanding,
} from '@portal/proto/rpc/admin-config';
import type { Output } from '@portal/proto/rpc/contract';
import { SectionRepository, type StoredVersion } from './section.repository.js';
import { filledSection, mayConfigure, unsavedSection } from './section.rules.js';

const versionsAtOnce = 50;

/**
 * Reads sections for editing, from the database instead of the cache, so that the returned version is the current one.
 */
@Injectable()
export class SectionEditingService {
  constructor(
    private readonly database: Database,
    private readonly sections: SectionRepository,
  ) {}

  /** Lists every section of the county, including those that were never saved. */
  async list(actor: Actor): Promise<Result<SectionStanding[], 'NOT_FOUND'>> {
    if (!mayConfigure(actor)) return fail('NOT_FOUND');
    const stored = await this.database.withCounty(actor.county, (tx) => this.sections.listStored(tx));
    const byName = new Map(stored.map((row) => [row.name, row]));
    return ok(sectionNames.map((name) => standingOf(name, byName.get(name))));
  }

  async open(actor: Actor, name: SectionName): Promise<Result<Output<typeof openSection>, 'NOT_FOUND'>> {
    if (!mayConfigure(actor)) return fail('NOT_FOUND');
    const row = await this.database.withCounty(actor.county, (tx) => this.sections.findStored(tx, name));
    return ok({ ...standingOf(name, row), value: valueOf(name, row), defaults: sectionDefaults(name) });
  }

  async versions(
    actor: Actor,
    name: SectionName,
    before: number | null,
  ): Promise<Result<Output<typeof listSectionVersions>, 'NOT_FOUND'>> {
    if (!mayConfigure(actor)) return fail('NOT_FOUND');
    const rows = await this.database.withCounty(actor.county, (tx) =>
      this.sections.listVersions(tx, name, before, versionsAtOnce),
    );
    // not parsed, because an old version need not match the current schema
    return ok(rows.map((row) => ({ ...standingOf(name, row), value: row.value, reason: row.reason })));
  }
}

const standingOf = (name: SectionName, row: StoredVersion | undefined): SectionStanding => ({
  name,
  version: row?.version ?? 0,
  savedBy: row?.saved_by ?? '',
  savedAt: row?.updated_at.toISOString() ?? null,
});

const valueOf = (name: SectionName, row: StoredVersion | undefined): SavedSection['value'] =>
  (row ? filledSection(name, row) : unsavedSection(name)).value;
