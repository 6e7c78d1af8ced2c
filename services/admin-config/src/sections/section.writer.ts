import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { SectionValue } from '@portal/proto/config/sections';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { SavedSection } from '@portal/proto/rpc/admin-config';
import { SectionRepository, type SectionChange } from './section.repository.js';
import { emptiesCardRates, filledSection, hashOf, isRepeated, unsavedSection } from './section.rules.js';

/** A checked value that is to be saved; `version` is the version that it replaces. */
export interface WantedSection extends SavedSection {
  readonly reason: string;
}

/**
 * Writes a version and its event in the caller's transaction, for a save by staff or for a due plan. A new version of
 * the special rates also empties the special rates for cards (C3-15).
 */
@Injectable()
export class SectionWriter {
  constructor(
    private readonly sections: SectionRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async current(tx: Tx, name: SavedSection['name']): Promise<SavedSection> {
    const row = await this.sections.find(tx, name);
    return row ? filledSection(name, row) : unsavedSection(name);
  }

  /** @returns CONFLICT when `version` is not the section's current version */
  async write(
    tx: Tx,
    actor: Pick<Actor, 'user' | 'username'>,
    { name, version, value, reason }: WantedSection,
  ): Promise<Result<SavedSection, 'CONFLICT'>> {
    const stored = await this.current(tx, name);
    if (isRepeated(stored, version, value)) return ok(stored);
    const next: SectionChange = {
      ...{ name, version: version + 1, value, reason },
      updatedBy: actor.user ?? actor.username,
      savedBy: actor.username,
      updatedAt: this.clock.now(),
    };
    if (stored.version !== version || !(await this.sections.write(tx, next))) return fail('CONFLICT');
    await this.tell(tx, stored, next);
    if (emptiesCardRates(name)) await this.resetCardRates(tx, actor, reason);
    return ok({ name, version: next.version, value });
  }

  private async resetCardRates(
    tx: Tx,
    actor: Pick<Actor, 'user' | 'username'>,
    reason: string,
  ): Promise<void> {
    const row = await this.sections.findLocked(tx, 'creditCardAlternateRates');
    if (!row) return;
    const { name, version, value } = filledSection('creditCardAlternateRates', row);
    const byCard = value as SectionValue<'creditCardAlternateRates'>;
    if (byCard.rates.length === 0) return;
    await this.write(tx, actor, { name, version, value: { ...byCard, rates: [] }, reason });
  }

  private async tell(tx: Tx, stored: SavedSection, next: SectionChange): Promise<void> {
    const { name, value } = next;
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
  }
}
