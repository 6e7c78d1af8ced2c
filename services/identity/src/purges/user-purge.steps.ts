import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { failpoint } from '@portal/infra/failpoints';
import type { PurgeOutcome } from '@portal/proto/http/purges';
import { removeUsers } from '../users/user-removal.js';
import { PurgeArchive } from './purge-archive.js';
import { PurgeSubjectRepository, type Subject } from './purge-subject.repository.js';
import { SettledAccounts } from './settled-accounts.js';
import { UserPurgeRepository, type RunningPurge } from './user-purge.repository.js';
import { archiveKey, withKept } from './user-purge.rules.js';

const CHECKED_AT_ONCE = 500;
const DELETED_AT_ONCE = 100;

interface Decided {
  readonly place: number;
  readonly outcome: PurgeOutcome;
}

/**
 * The steps of a purge. Each step is one transaction or can be repeated, so that a purge continues where it was
 * interrupted. No call to the payments service and no write to the object store runs inside a transaction.
 */
@Injectable()
export class UserPurgeSteps {
  constructor(
    private readonly database: Database,
    private readonly purges: UserPurgeRepository,
    private readonly subjects: PurgeSubjectRepository,
    private readonly accounts: SettledAccounts,
    private readonly archive: PurgeArchive,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Performs the purge's next step.
   * @throws WorkTaken when another process has taken the purge
   */
  async next(county: string, purge: RunningPurge, owner: string): Promise<void> {
    if (purge.state === 'CHECKING') await this.check(county, purge, owner);
    if (purge.state === 'ARCHIVING') await this.write(county, purge, owner);
    if (purge.state === 'DELETING') await this.remove(county, purge, owner);
    if (purge.state === 'FINISHING') await this.finish(county, purge, owner);
  }

  /**
   * Asks the payments service which accounts are not settled, and so decides which of the next users may be deleted.
   */
  private async check(county: string, { id }: RunningPurge, owner: string): Promise<void> {
    const next = await this.database.withCounty(county, (tx) =>
      this.subjects.listNext(tx, id, 'WAITING', CHECKED_AT_ONCE),
    );
    const decided = await this.ask(county, next);
    await this.change(county, id, owner, async (tx, purge) => {
      const now = this.clock.now();
      if (decided.length === 0)
        return this.purges.note(
          tx,
          purge,
          purge.dryRun ? { state: 'CHECKED', finishedAt: now } : { state: 'ARCHIVING' },
        );
      await this.subjects.setOutcomes(tx, id, decided);
      return this.purges.note(tx, purge, {
        checked: purge.checked + decided.length,
        kept: withKept(purge.kept, keptOf(decided)),
      });
    });
  }

  private async write(county: string, purge: RunningPurge, owner: string): Promise<void> {
    const { users, hash } = await this.archive.write(county, purge, owner);
    await this.change(county, purge.id, owner, (tx, current) =>
      this.purges.note(tx, current, { state: 'DELETING', archived: users, archiveHash: hash }),
    );
    await failpoint('user-purge-archived');
  }

  /**
   * Deletes the next users. Keeps those whose account is no longer settled, and those who have signed in or were
   * changed since the purge found them.
   */
  private async remove(county: string, { id }: RunningPurge, owner: string): Promise<void> {
    const next = await this.database.withCounty(county, (tx) =>
      this.subjects.listNext(tx, id, 'FREE', DELETED_AT_ONCE),
    );
    const asked = await this.ask(county, next);
    const free = new Set(asked.filter(({ outcome }) => outcome === 'FREE').map(({ place }) => place));
    await this.change(county, id, owner, async (tx, purge) => {
      if (next.length === 0) return this.purges.note(tx, purge, { state: 'FINISHING' });
      const users = next.filter(({ place }) => free.has(place)).map(({ user }) => user);
      const gone = await this.removeUnchanged(tx, purge, users);
      const decided = asked.map(({ place, outcome }, at) => ({
        place,
        outcome: outcome === 'FREE' ? (gone.has(next[at]?.user ?? '') ? 'DELETED' : 'CHANGED') : outcome,
      })) satisfies Decided[];
      await this.subjects.setOutcomes(tx, id, decided);
      return this.purges.note(tx, purge, {
        deleted: purge.deleted + gone.size,
        kept: withKept(purge.kept, keptOf(decided)),
      });
    });
    await failpoint('user-purge-deleted');
  }

  private async removeUnchanged(
    tx: Tx,
    { id, signedInBefore, actor }: RunningPurge,
    users: readonly string[],
  ): Promise<Set<string>> {
    const gone = await this.subjects.lockUnchanged(tx, id, signedInBefore, users);
    await removeUsers(
      tx,
      gone.map((user) => user.id),
      this.clock.now(),
    );
    for (const user of gone) {
      const aggregate = `user:${user.id}`;
      await emit(tx, {
        ...{ type: 'identity.user-changed.v1', aggregate, actor },
        payload: {
          ...{ user: user.id, account: user.account, role: user.role, status: 'I' },
          username: user.username,
        },
      });
      await emit(tx, {
        ...{ type: 'audit.action-taken.v1', aggregate, actor },
        payload: { action: 'user.purge', object: user.id, detail: user.username },
      });
    }
    return new Set(gone.map((user) => user.id));
  }

  private async finish(county: string, purge: RunningPurge, owner: string): Promise<void> {
    const isExact = purge.archived === purge.deleted;
    const archive = isExact
      ? { users: purge.deleted, hash: purge.archiveHash }
      : await this.archive.takeOutKept(county, purge);
    await this.change(county, purge.id, owner, async (tx, current) => {
      await this.purges.note(tx, current, {
        ...{ state: 'DONE', finishedAt: this.clock.now() },
        ...{ archived: archive.users, archiveHash: archive.hash },
      });
      const { found, deleted, kept, since } = current;
      await emit(tx, {
        ...{ type: 'audit.action-taken.v1', aggregate: `county:${county}`, actor: purge.actor },
        payload: {
          action: 'users.purge',
          object: archiveKey(county, purge.id),
          afterHash: archive.hash,
          detail: JSON.stringify({ since, found, deleted, kept }),
        },
      });
    });
  }

  private async ask(county: string, users: readonly Subject[]): Promise<Decided[]> {
    if (users.length === 0) return [];
    const unsettled = await this.accounts.unsettled(
      county,
      users.map(({ account }) => account),
    );
    return users.map(({ place, account }) => ({ place, outcome: unsettled.get(account) ?? 'FREE' }));
  }

  private change(
    county: string,
    id: string,
    owner: string,
    work: (tx: Tx, purge: RunningPurge) => Promise<void>,
  ): Promise<void> {
    return this.purges.step(this.database, { county, id, owner }, work);
  }
}

/** Returns the outcomes of the users who are kept. */
const keptOf = (decided: readonly Decided[]): PurgeOutcome[] =>
  decided.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'FREE' && outcome !== 'DELETED');
