import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { Filing } from './filing.repository.js';

/**
 * Emits the fact of a filing's new state, in the transaction that changes the state. The identity service then e-mails
 * the sender of the filing.
 */
@Injectable()
export class FilingFacts {
  async changed(tx: Tx, filing: Filing, by: string): Promise<void> {
    const { id, state, number, userId, email, language, efileType, pages } = filing;
    const { documentNumber, reasons, note } = filing;
    await emit(tx, {
      type: 'imaging.filing-changed.v1',
      aggregate: `filing:${id}`,
      actor: by,
      payload: {
        ...{
          filing: id,
          state,
          number: BigInt(number ?? 0),
          user: userId,
          email,
          language,
          efileType,
          pages,
        },
        ...{ documentNumber: documentNumber ?? '', reasons: [...reasons], note },
      },
    });
  }
}
