import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, Turns, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { eachCounty } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { AuditRepository } from './audit.repository.js';
import { readAnchor, writeAnchor, type Anchor } from './audit.rules.js';

const log = openLog('reports');
const EVERY_MS = 60_000;
/** Maximum number of anchors that a verification reads; older anchors are ignored. */
const NEWEST = 1_000;

const folderOf = (county: string): string => `${county}/audit/anchors/`;

/**
 * Once an hour, stores the hash of the newest row of each county's audit log in a place outside the database. A person
 * who changes or truncates the log in the database cannot change these hashes (SECURITY.md#audit-log).
 */
@Injectable()
export class AnchorService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: EVERY_MS,
    work: () => this.anchorAll(),
    onFault: (error) => log.error({ err: error }, 'audit anchors were not written'),
  });

  constructor(
    private readonly database: Database,
    private readonly audit: AuditRepository,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.turns.stop();
  }

  /** Writes the anchor of this hour for every county that does not have one yet. */
  async anchorAll(): Promise<void> {
    const heads = await this.database.asWorker((tx) => this.audit.listHeads(tx));
    await eachCounty(heads, 'counties whose audit anchor was not written', ({ countyId, ...head }) =>
      this.anchor(countyId, head),
    );
  }

  private async anchor(county: string, head: Anchor): Promise<void> {
    const now = this.clock.now().toISOString();
    const key = `${folderOf(county)}${now.slice(0, 13)}.txt`;
    await this.objects.put(key, Buffer.from(writeAnchor(head, now)), { ifAbsent: true });
  }

  /** Returns the newest anchors of a county, at most a thousand. */
  async list(county: string): Promise<Anchor[]> {
    const keys: string[] = [];
    for await (const key of this.objects.list(folderOf(county))) keys.push(key);
    keys.sort();
    const anchors: Anchor[] = [];
    for (const key of keys.slice(-NEWEST)) {
      anchors.push(readAnchor((await this.objects.get(key)).toString()));
    }
    return anchors;
  }
}
