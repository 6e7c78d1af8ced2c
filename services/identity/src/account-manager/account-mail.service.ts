import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import type { AccountMail } from '@portal/proto/http/account-mail';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { AccountRepository } from '../accounts/account.repository.js';
import { maySaveAccounts } from '../accounts/account.rules.js';
import { LetterRepository } from '../letters/letter.repository.js';

/** Tells staff what became of the last e-mail to a user of an account. */
@Injectable()
export class AccountMailService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountRepository,
    private readonly letters: LetterRepository,
  ) {}

  async find(actor: Actor, account: string): Promise<Result<AccountMail, 'NOT_FOUND'>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      if (!(await this.accounts.find(tx, account))) return fail('NOT_FOUND');
      const last = await this.letters.findLastOfAccount(tx, account);
      return ok({ last: last ? { ...last, at: last.at.toISOString() } : null });
    });
  }
}
