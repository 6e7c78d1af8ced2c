import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { SavedSection } from '@portal/proto/rpc/admin-config';
import { SectionRepository } from './section.repository.js';
import { filledSection, hashOf, isRepeated, unsavedSection } from './section.rules.js';

/** A checked value to write over the version that was read. */
export interface WantedSection extends SavedSection {
  readonly reason: string;
}

/** Writes a version and tells of it, in the transaction of who asks: a save of staff, or a plan whose time has come. */
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

  /** @returns CONFLICT when the section no longer stands at `version` */
  async write(
    tx: Tx,
    actor: Pick<Actor, 'user' | 'username'>,
    { name, version, value, reason }: WantedSection,
  ): Promise<Result<SavedSection, 'CONFLICT'>> {
    const stored = await this.current(tx, name);
    if (isRepeated(stored, version, value)) return ok(stored);
    const next = {
      ...{ name, version: version + 1, value, reason },
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
