import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { County } from '@portal/proto/rpc/admin-config';
import { CountyRepository } from './county.repository.js';
import { normalCounty, sameCounty, takenHosts } from './county.rules.js';

type Saved = Result<Record<string, never>, 'CONFLICT' | 'NOT_FOUND'>;

@Injectable()
export class CountyService {
  constructor(
    private readonly database: Database,
    private readonly counties: CountyRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(): Promise<County[]> {
    return this.counties.list();
  }

  /**
   * Adds a county or changes it; repeating the call changes nothing. CONFLICT lists the hosts that already belong to
   * another county.
   */
  async save(wanted: County, actor: Actor): Promise<Saved> {
    if (actor.role !== 'SYSTEM') return fail('NOT_FOUND');
    const county = normalCounty(wanted);
    return this.database.withCounty(county.id, async (tx) => {
      const all = await this.counties.listForChange(tx);
      const taken = takenHosts(county, all);
      if (taken.length > 0) return fail('CONFLICT', { hosts: taken.join(', ') });
      const before = all.find(({ id }) => id === county.id);
      if (before && sameCounty(before, county)) return ok({});
      await this.counties.save(tx, county, this.clock.now());
      await emitChange(tx, county.id, actor);
      return ok({});
    });
  }

  /** Emits the event after which every process reads the list of counties again. */
  async announce(actor: Actor): Promise<Result<Record<string, never>, 'NOT_FOUND'>> {
    if (actor.role !== 'SYSTEM') return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      if (!(await this.counties.exists(tx, actor.county))) return fail('NOT_FOUND');
      await emitChange(tx, actor.county, actor);
      return ok({});
    });
  }
}

const emitChange = (tx: Tx, county: string, actor: Actor): Promise<void> =>
  emit(tx, {
    type: 'config.county-changed.v1',
    aggregate: `county:${county}`,
    actor: actor.user ?? actor.username,
    payload: { county },
  });
