import { Injectable } from '@nestjs/common';
import { afterCommit, type Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { languages } from '@portal/proto/roles';
import type { FilingLetter } from './letter.entity.js';
import { LetterBox } from './letter-box.js';

const states: readonly FilingLetter['state'][] = [
  ...(['SUBMITTED', 'CORRECTION_ASKED', 'RECORDED', 'REJECTED', 'WITHDRAWN'] as const),
];

/**
 * Mails the sender of an e-filed document when the state of the document changes. The address comes from the form and
 * may be a stranger's, so the e-mail repeats none of the sender's words.
 */
@Injectable()
export class FilingLetters {
  constructor(private readonly letters: LetterBox) {}

  @OnEvent('imaging.filing-changed.v1', { consumer: 'filing-letters' })
  async onChanged({ county, payload }: EventOf<'imaging.filing-changed.v1'>, tx: Tx): Promise<void> {
    const state = states.find((each) => each === payload.state);
    if (!state) return;
    const { email, efileType, pages, documentNumber, note } = payload;
    const language = languages.find((each) => each === payload.language) ?? 'ENGLISH';
    const number = String(payload.number);
    const filing = { state, number, efileType, pages, documentNumber, reasons: [...payload.reasons], note };
    await this.letters.drop(tx, { kind: 'FILING', email, username: '', language, filing });
    afterCommit(tx, () => this.letters.collect(county));
  }
}
