import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import type { Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { SessionEnder } from './session.ender.js';
import { END_BATCH } from './session.repository.js';

/** A system lockout signs out everyone except staff (A5-15). */
@Injectable()
export class SystemLockout {
  constructor(
    private readonly sections: CountySections,
    private readonly ender: SessionEnder,
  ) {}

  /**
   * Ends the sessions of everyone except staff. Sessions that are being used end at their next request, or when
   * `SessionSweep` runs. The events about the ended sessions make every process drop its copies of these sessions.
   */
  @OnEvent('config.section-changed.v1', { consumer: 'system-lockout' })
  async onSectionChanged({ county, payload }: EventOf<'config.section-changed.v1'>, tx: Tx): Promise<void> {
    if (payload.section !== 'userLockout') return;
    this.sections.expect(county, payload.section, payload.version);
    const { lockoutInPlace } = await this.sections.getCurrent(county, 'userLockout');
    if (!lockoutInPlace) return;
    let ended: number;
    do {
      ended = (await this.ender.endIn(tx, { notStaff: true }, 'ENDED_BY_STAFF')).length;
    } while (ended === END_BATCH);
  }
}
