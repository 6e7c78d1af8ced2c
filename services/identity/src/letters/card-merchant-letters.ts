import { Injectable } from '@nestjs/common';
import { afterCommit, type Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { cardKeysDeed } from '@portal/proto/http/card-keys';
import { LetterBox } from './letter-box.js';
import { PersonRepository } from './person.repository.js';

/**
 * Mails all staff of a county when somebody changes its card merchant or asks for another one. Otherwise a person who
 * takes over one clerk's sign-in could secretly redirect the county's card income (DECISIONS.md#panel-70).
 */
@Injectable()
export class CardMerchantLetters {
  constructor(
    private readonly people: PersonRepository,
    private readonly letters: LetterBox,
  ) {}

  @OnEvent('payments.card-merchant-changed.v1', { consumer: 'card-merchant-letters' })
  async onChanged(
    { county, payload, time }: EventOf<'payments.card-merchant-changed.v1'>,
    tx: Tx,
  ): Promise<void> {
    const deed = cardKeysDeed.options.find((each) => each === payload.deed);
    if (!deed) return;
    const { username: by, merchantBefore: before, merchant: after } = payload;
    const merchant = { deed, by, at: time.toISOString(), before, after };
    for (const { id: userId, email, username, language } of await this.people.listStaff(tx))
      await this.letters.drop(tx, { kind: 'CARD_MERCHANT', email, username, userId, language, merchant });
    afterCommit(tx, () => this.letters.collect(county));
  }
}
