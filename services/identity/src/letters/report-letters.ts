import { Injectable } from '@nestjs/common';
import { afterCommit, type Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { reportNames } from '@portal/proto/http/reports';
import { LetterBox } from './letter-box.js';
import { mayBeNamed, PersonRepository } from './person.repository.js';

/** Mails a member of staff when a scheduled report is ready or could not be written. */
@Injectable()
export class ReportLetters {
  constructor(
    private readonly people: PersonRepository,
    private readonly letters: LetterBox,
  ) {}

  @OnEvent('reports.scheduled-report-ended.v1', { consumer: 'report-letters' })
  async onEnded({ county, payload }: EventOf<'reports.scheduled-report-ended.v1'>, tx: Tx): Promise<void> {
    const person = await this.people.findStaff(tx, payload.user);
    const name = reportNames.find((each) => each === payload.report);
    if (!person || !name || !mayBeNamed(person)) return;
    const { id: userId, email, username, language } = person;
    const report = { report: name, written: payload.written };
    await this.letters.drop(tx, { kind: 'REPORT', email, username, userId, language, report });
    afterCommit(tx, () => this.letters.collect(county));
  }
}
