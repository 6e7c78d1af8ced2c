import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { checkSection } from '@portal/proto/config/section-rules';
import type { SectionName } from '@portal/proto/config/sections';
import { fail, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { SavedSection, saveSection } from '@portal/proto/rpc/admin-config';
import type { Parsed } from '@portal/proto/rpc/contract';
import { CountyRepository } from '../counties/county.repository.js';
import { PayingCheck } from './paying.check.js';
import { PictureCheck } from './picture.check.js';
import { SectionCache } from './section.cache.js';
import { mayConfigure, needsReason, unsavedSection } from './section.rules.js';
import { SectionWriter } from './section.writer.js';

type Saved = Result<SavedSection, 'CONFLICT' | 'INVALID_INPUT' | 'NOT_FOUND'>;

@Injectable()
export class SectionService {
  constructor(
    private readonly database: Database,
    private readonly writer: SectionWriter,
    private readonly counties: CountyRepository,
    private readonly cache: SectionCache,
    private readonly pictures: PictureCheck,
    private readonly paying: PayingCheck,
  ) {}

  /** Returns the sections in the requested order; a section that was never saved has version 0 and its defaults. */
  async list(county: string, names: readonly SectionName[]): Promise<SavedSection[]> {
    const all = await this.cache.get(county);
    return names.map((name) => all.get(name) ?? unsavedSection(name));
  }

  /** Replaces a whole section; fields that are left out get their defaults. */
  async save(actor: Actor, { name, version, value, reason }: Parsed<typeof saveSection>): Promise<Saved> {
    if (!mayConfigure(actor)) return fail('NOT_FOUND');
    const checked = checkSection(name, value);
    if (!checked.ok) return checked;
    if (needsReason(actor, name) && reason === '')
      return fail('INVALID_INPUT', undefined, { reason: 'forms:required' });
    const wanted = { name, version, value: checked.value, reason };
    const saved = await this.database.withCounty<Saved>(actor.county, async (tx) => {
      if (!(await this.counties.exists(tx, tx.countyId))) return fail('NOT_FOUND');
      const faults = await this.faultsOf(tx, name, checked.value);
      return faults ? fail('INVALID_INPUT', undefined, faults) : this.writer.write(tx, actor, wanted);
    });
    if (saved.ok) this.cache.drop(actor.county);
    return saved;
  }
  /**
   * Returns the faults of a section that the schema cannot find, because they depend on stored pictures or on other
   * sections.
   */
  private faultsOf(tx: Tx, name: SectionName, value: unknown): Promise<Record<string, string> | undefined> {
    return name === 'sitePictures'
      ? this.pictures.faultsOf(tx, value)
      : this.paying.faultsOf(tx, name, value);
  }
}
