import { Injectable } from '@nestjs/common';
import { afterCommit, type Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { AccountRepository } from '../accounts/account.repository.js';
import type { OfficeLetter } from './letter.entity.js';
import { LetterBox } from './letter-box.js';
import { mayBeNamed, PersonRepository } from './person.repository.js';

const kinds: readonly OfficeLetter['kind'][] = ['PAYMENT', 'REFUND', 'CORRECTION'];

/** Mails the administrators of an account about entries that the office has posted to it. */
@Injectable()
export class OfficeLetters {
  constructor(
    private readonly people: PersonRepository,
    private readonly accounts: AccountRepository,
    private readonly letters: LetterBox,
  ) {}

  @OnEvent('payments.office-entry-posted.v1', { consumer: 'office-letters' })
  async onPosted({ county, payload }: EventOf<'payments.office-entry-posted.v1'>, tx: Tx): Promise<void> {
    const account = await this.accounts.find(tx, payload.account);
    const kind = kinds.find((each) => each === payload.kind);
    if (!account || !kind) return;
    const { entry, number, note } = payload;
    const office = { entry, kind, account: account.name, amount: Number(payload.amount), number, note };
    for (const person of await this.people.listAdministrators(tx, account.id)) {
      if (!mayBeNamed(person)) continue;
      const { id: userId, email, username, language } = person;
      await this.letters.drop(tx, { kind: 'OFFICE_ENTRY', email, username, userId, language, office });
    }
    afterCommit(tx, () => this.letters.collect(county));
  }
}
