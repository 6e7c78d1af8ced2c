import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { Filing } from './filing.repository.js';

/** Sends the fact of a filing's new state in the transaction of the change. Identity then e-mails the sender. */
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
