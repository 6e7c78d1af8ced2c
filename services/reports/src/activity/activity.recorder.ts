import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { OnEvents, type EventOf } from '@portal/infra/events';
import type { EventType } from '@portal/proto/events/catalog';
import { auditedTypes, recordOf } from '../audit/audit.rules.js';
import { ActivityRepository } from './activity.repository.js';
import { learnedFrom } from './activity.rules.js';

/** The facts that change the reports: the facts in the audit log, and searches, which are not in the audit log. */
const toldTypes: readonly EventType[] = [...auditedTypes, 'search.search-performed.v1'];

/** Updates the tables of the reports from the facts. */
@Injectable()
export class ActivityRecorder {
  constructor(private readonly activities: ActivityRepository) {}

  @OnEvents(toldTypes, { consumer: 'activity' })
  async record(events: readonly EventOf<EventType>[], tx: Tx): Promise<void> {
    await this.activities.learn(
      tx,
      events.map((event) => learnedFrom(recordOf(event))),
    );
  }
}
