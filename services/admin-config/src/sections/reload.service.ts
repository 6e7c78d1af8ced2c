import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { sectionNames } from '@portal/proto/config/sections';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { SectionCache } from './section.cache.js';
import { SectionRepository } from './section.repository.js';

/**
 * Makes every process read a county's configuration again (C8-20): emits the same facts as a save, for each saved
 * section and for the county. TRIMIN users do so after they have changed tables by hand, or when a process seems to
 * have missed a save.
 */
@Injectable()
export class ReloadService {
  constructor(
    private readonly database: Database,
    private readonly sections: SectionRepository,
    private readonly cache: SectionCache,
  ) {}

  /** @returns the number of sections that the county has saved; NOT_FOUND for everybody except TRIMIN users */
  async reload(actor: Actor): Promise<Result<{ sections: number }, 'NOT_FOUND'>> {
    if (actor.role !== 'TRIMIN') return fail('NOT_FOUND');
    const sections = await this.database.withCounty(actor.county, (tx) => this.tellAgain(tx, actor));
    this.cache.drop(actor.county);
    return ok({ sections });
  }

  private async tellAgain(tx: Tx, { county, user, username }: Actor): Promise<number> {
    const by = user ?? username;
    const saved = (await this.sections.list(tx)).filter(({ name }) =>
      sectionNames.some((each) => each === name),
    );
    for (const { name, version } of saved) {
      await emit(tx, {
        type: 'config.section-changed.v1',
        aggregate: `section:${name}`,
        actor: by,
        payload: { section: name, version },
      });
    }
    await emit(tx, {
      type: 'config.county-changed.v1',
      aggregate: `county:${county}`,
      actor: by,
      payload: { county },
    });
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `county:${county}`,
      actor: by,
      payload: {
        ...{ action: 'configuration.reload', object: county, beforeHash: '', afterHash: '' },
        detail: `${saved.length} sections`,
      },
    });
    return saved.length;
  }
}
