import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, isDuplicate, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { SessionEnder } from '../sessions/session.ender.js';
import { UserRepository } from '../users/user.repository.js';
import { sameUser, type UserFields } from '../users/user.rules.js';
import { numbered, type ProviderPerson } from './provider-claims.rules.js';
import { ProviderRepository } from './provider.repository.js';

/**
 * The maximum number of attempts to create a user. An attempt fails if the username is taken or another sign-in creates
 * the user first.
 */
const MOST_TRIES = 50;

/**
 * Creates, changes and deactivates users according to what the county's identity provider says about the people who
 * sign in there.
 */
@Injectable()
export class ProviderUsers {
  constructor(
    private readonly database: Database,
    private readonly people: ProviderRepository,
    private readonly users: UserRepository,
    private readonly ender: SessionEnder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async find(county: string, person: ProviderPerson): Promise<string | undefined> {
    return this.database.withCounty(county, async (tx) => (await this.people.findUser(tx, person))?.id);
  }

  /**
   * Returns the id of the person's user, who is created at the first sign-in. Returns undefined when the person is in
   * no group of the county; an existing user is then deactivated and signed out.
   */
  async admit(county: string, person: ProviderPerson): Promise<string | undefined> {
    for (let tried = 0; tried < MOST_TRIES; tried += 1) {
      const known = await this.find(county, person);
      if (known !== undefined && person.isStaff) return this.update(county, known, person);
      if (known !== undefined) return this.deactivate(county, known);
      if (!person.isStaff) return undefined;
      const made = await this.create(county, person, numbered(person.username, tried));
      if (made !== undefined) return made;
    }
    throw new Error('no free username was found');
  }

  private async create(
    county: string,
    person: ProviderPerson,
    username: string,
  ): Promise<string | undefined> {
    const { firstName, lastName, email } = person;
    const user: UserFields = {
      ...{ id: randomUUID(), username, firstName, lastName, email },
      ...{ role: 'COUNTY', status: 'A', language: 'ENGLISH', account: null },
    };
    try {
      return await this.database.withCounty(county, async (tx) => {
        if (await this.users.isUsernameTaken(tx, username, user.id)) return undefined;
        await this.write(tx, user, person, 'user.provider-create');
        await this.users.noteAccess(tx, user.id, this.clock.now());
        if (!(await this.people.link(tx, user.id, person))) throw new Overtaken();
        return user.id;
      });
    } catch (error) {
      if (error instanceof Overtaken || isDuplicate(error, 'app_user_username_key')) return undefined;
      throw error;
    }
  }

  /**
   * Saves the names and the e-mail address that the identity provider sends, and sets the role to COUNTY again. A user
   * whom staff have deactivated stays inactive.
   */
  private update(county: string, id: string, person: ProviderPerson): Promise<string> {
    return this.ender.change(county, { user: id }, async (tx) => {
      const before = await this.users.findForChange(tx, id);
      if (!before) return id;
      const known = await this.people.findUser(tx, person);
      const { firstName, lastName } = person;
      const email = person.email || before.email;
      const status = known?.leftGroups && before.status === 'I' ? 'A' : before.status;
      const after: UserFields = {
        ...before,
        firstName,
        lastName,
        email,
        status,
        role: 'COUNTY',
        account: null,
      };
      await this.people.markGroups(tx, id, false);
      if (!sameUser(before, after)) await this.write(tx, after, person, 'user.provider-change');
      if (status !== before.status || after.role !== before.role)
        await this.users.noteAccess(tx, id, this.clock.now());
      return id;
    });
  }

  private deactivate(county: string, id: string): Promise<undefined> {
    return this.ender.change(county, { user: id }, async (tx, end) => {
      const before = await this.users.findForChange(tx, id);
      if (before?.status !== 'A') return undefined;
      await this.users.setStatus(tx, id, 'I', this.clock.now());
      await this.people.markGroups(tx, id, true);
      await end('DEACTIVATED');
      await this.tell(tx, { ...before, status: 'I' }, 'user.provider-deactivate');
      return undefined;
    });
  }

  private async write(tx: Tx, user: UserFields, person: ProviderPerson, action: string): Promise<void> {
    const now = this.clock.now();
    await this.users.save(tx, user, now);
    if (person.emailIsTheirs && user.email !== '') await this.users.confirmEmail(tx, user.id, now);
    await this.tell(tx, user, action);
  }

  private async tell(tx: Tx, { id, role, status, username }: UserFields, action: string): Promise<void> {
    await emit(tx, {
      ...{ type: 'identity.user-changed.v1', aggregate: `user:${id}`, actor: id },
      payload: { user: id, account: '', role, status, username },
    });
    await emit(tx, {
      ...{ type: 'audit.action-taken.v1', aggregate: `user:${id}`, actor: id },
      payload: { action, object: id, detail: username },
    });
  }
}

/** Thrown when another sign-in of the same person has created the user first. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}
