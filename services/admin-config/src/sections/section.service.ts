import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { checkSection } from '@portal/proto/config/section-rules';
import type { SectionName } from '@portal/proto/config/sections';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { SavedSection, saveSection } from '@portal/proto/rpc/admin-config';
import type { Parsed } from '@portal/proto/rpc/contract';
import { CountyRepository } from '../counties/county.repository.js';
import { PictureCheck } from '../pictures/picture.check.js';
import { SectionCache } from './section.cache.js';
import { SectionRepository } from './section.repository.js';
import { filledSection, hashOf, isRepeated, mayConfigure, unsavedSection } from './section.rules.js';

type Saved = Result<SavedSection, 'CONFLICT' | 'INVALID_INPUT' | 'NOT_FOUND'>;

@Injectable()
export class SectionService {
  constructor(
    private readonly database: Database,
    private readonly sections: SectionRepository,
    private readonly counties: CountyRepository,
    private readonly cache: SectionCache,
    private readonly pictures: PictureCheck,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** In the order asked; a section that was never saved comes with version 0 and its defaults. */
  async list(county: string, names: readonly SectionName[]): Promise<SavedSection[]> {
    const all = await this.cache.get(county);
    return names.map((name) => all.get(name) ?? unsavedSection(name));
  }

  /** Replaces a section as a whole; fields that are left out get their defaults. */
  async save(actor: Actor, { name, version, value }: Parsed<typeof saveSection>): Promise<Saved> {
    if (!mayConfigure(actor)) return fail('NOT_FOUND');
    const parsed = checkSection(name, value);
    if (!parsed.ok) return parsed;
    const faults = name === 'sitePictures' && (await this.pictures.faultsOf(actor.county, parsed.value));
    if (faults) return fail('INVALID_INPUT', undefined, faults);
    const wanted = { name, version, value: parsed.value };
    const saved = await this.database.withCounty(actor.county, (tx) => this.write(tx, actor, wanted));
    if (saved.ok) this.cache.drop(actor.county);
    return saved;
  }

  private async write(tx: Tx, actor: Actor, wanted: SavedSection): Promise<Saved> {
    const { name, version, value } = wanted;
    if (!(await this.counties.exists(tx, tx.countyId))) return fail('NOT_FOUND');
    const row = await this.sections.find(tx, name);
    const stored = row ? filledSection(name, row) : unsavedSection(name);
    if (isRepeated(stored, version, value)) return ok(stored);
    const next = {
      name,
      version: version + 1,
      value,
      updatedBy: actor.user ?? actor.username,
      savedBy: actor.username,
      updatedAt: this.clock.now(),
    };
    if (stored.version !== version || !(await this.sections.write(tx, next))) return fail('CONFLICT');
    await emit(tx, {
      type: 'config.section-changed.v1',
      aggregate: `section:${name}`,
      actor: next.updatedBy,
      payload: { section: name, version: next.version },
    });
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `section:${name}`,
      actor: next.updatedBy,
      payload: {
        action: 'section.save',
        object: name,
        beforeHash: hashOf(stored.value),
        afterHash: hashOf(value),
        detail: `version ${next.version}`,
      },
    });
    return ok({ name, version: next.version, value });
  }
}
