import type { Catalogue } from '@portal/infra/catalogue';
import type { SubmissionDetails, SubmissionRow } from '@portal/proto/http/submissions';
import type { Language } from '@portal/proto/roles';
import type { Submission } from '@portal/proto/rpc/submissions';
import { amountText } from '../answers/amounts.js';

const nothing = {
  ...{ funding: 'FREE' as const, firstPage: 0, additionalPages: 0, surcharge: 0, total: 0 },
  insufficient: false,
};

/** Converts a submission to the form that the browser shows: amounts are texts, and '' stands for a missing value. */
export class SubmissionTexts {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly language: Language,
  ) {}

  row({
    id,
    number,
    state,
    efileType,
    fileName,
    pages,
    submittedAt,
    documentNumber,
  }: Submission): SubmissionRow {
    return {
      ...{ imageId: id, transactionNumber: String(number), state, efileType, fileName, pages, submittedAt },
      documentNumber: documentNumber ?? '',
    };
  }

  details(submission: Submission): SubmissionDetails {
    const { name, email, address1, address2, city, stateCode, zip, reasons, note, endorsed } = submission;
    const { firstPage, additionalPages, surcharge, total, funding } = submission.charges ?? nothing;
    const { state, correctedBy } = submission;
    return {
      ...this.row(submission),
      ...{ name, email, address1, address2, city, stateCode, zip, note, endorsed },
      reasons: [...reasons],
      ...{ firstPageCharge: this.dollars(firstPage), additionalPagesCharge: this.dollars(additionalPages) },
      surcharge: surcharge === 0 ? '' : this.dollars(surcharge),
      ...{ totalCharge: this.dollars(total), paymentMethod: total === 0 ? 'FREE' : funding },
      ...{ decidedAt: submission.decidedAt ?? '', recordedAt: submission.recordedAt ?? '' },
      ...{ book: submission.book ?? '', page: submission.page ?? '' },
      ...{ corrects: textOf(submission.corrects), correctedBy: textOf(correctedBy) },
      mayWithdraw: state === 'SUBMITTED' || state === 'CORRECTION_ASKED' || state === 'WITHDRAWING',
      mayCorrect: correctedBy === null && (state === 'CORRECTION_ASKED' || state === 'REJECTED'),
    };
  }

  private dollars(cents: number): string {
    return amountText(this.catalogue, this.language, 'USD', cents);
  }
}

const textOf = (number: number | null): string => (number === null ? '' : String(number));
