import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { OnEvents, type EventOf } from '@portal/infra/events';
import type { EventType } from '@portal/proto/events/catalog';
import { auditedTypes, recordOf } from '../audit/audit.rules.js';
import { ActivityRepository } from './activity.repository.js';
import { learnedFrom } from './activity.rules.js';

/** The events that change the reports: the events in the audit log, and searches, which are not in the audit log. */
const toldTypes: readonly EventType[] = [...auditedTypes, 'search.search-performed.v1'];

/** Updates the tables of the reports from the events. */
@Injectable()
export class ActivityRecorder {
  constructor(private readonly activities: ActivityRepository) {}

  @OnEvents(toldTypes, { consumer: 'activity' })
  async record(events: readonly EventOf<EventType>[], tx: Tx): Promise<void> {
    const records = events.map(recordOf);
    const purged = await this.activities.findPurged(tx, records);
    await failpoint('activity-purged-found');
    await this.activities.learn(tx, records.filter(({ eventId }) => !purged.has(eventId)).map(learnedFrom));
  }
}
