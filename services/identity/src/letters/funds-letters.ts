import { Injectable } from '@nestjs/common';
import { afterCommit, type Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { AccountRepository } from '../accounts/account.repository.js';
import { LetterBox } from './letter-box.js';
import { mayBeNamed, PersonRepository } from './person.repository.js';

/** Mails the administrators of an account when the account has too little money for a monthly task that is due. */
@Injectable()
export class FundsLetters {
  constructor(
    private readonly people: PersonRepository,
    private readonly accounts: AccountRepository,
    private readonly letters: LetterBox,
  ) {}

  @OnEvent('billing.funds-needed.v1', { consumer: 'funds-letters' })
  async onFundsNeeded({ county, payload }: EventOf<'billing.funds-needed.v1'>, tx: Tx): Promise<void> {
    const account = await this.accounts.find(tx, payload.account);
    if (!account) return;
    const funds = { account: account.name, amount: Number(payload.amount), period: payload.period };
    for (const person of await this.people.listAdministrators(tx, account.id)) {
      if (!mayBeNamed(person)) continue;
      const { id: userId, email, username, language } = person;
      await this.letters.drop(tx, { kind: 'FUNDS_NEEDED', email, username, userId, language, funds });
    }
    afterCommit(tx, () => this.letters.collect(county));
  }
}
