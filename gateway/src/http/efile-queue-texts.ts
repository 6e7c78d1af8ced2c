import type { Catalogue } from '@portal/infra/catalogue';
import type { QueuedDetails, QueueRow } from '@portal/proto/http/efile-queue';
import type { Language } from '@portal/proto/roles';
import type { OfficeFiling } from '@portal/proto/rpc/efile-queue';
import { amountText } from '../answers/amounts.js';

/** Converts a filing to the form that the office's pages show. */
export class QueueTexts {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly language: Language,
  ) {}

  row(filing: OfficeFiling): QueueRow {
    const { id, number, state, efileType, name, pages, submittedAt, claimedBy, mine, corrects } = filing;
    return {
      ...{ imageId: id, transactionNumber: String(number), state, efileType, name, pages, submittedAt },
      ...{ claimedBy: claimedBy ?? '', claimedByMe: mine, lowResolution: filing.lowResolution },
      corrects: corrects === null ? '' : String(corrects),
      documentNumber: filing.documentNumber ?? '',
    };
  }

  details(filing: OfficeFiling, offeredReasons: string[]): QueuedDetails {
    const { email, address1, address2, city, zip, stateCode, username, fileName, sha256, charges } = filing;
    const { reasons, note, endorsed } = filing;
    return {
      ...this.row(filing),
      ...{ email, address1, address2, city, zip, stateCode, username, fileName, sha256 },
      fee: charges && charges.total > 0 ? this.dollars(charges.total) : '',
      funding: charges?.funding ?? 'FREE',
      ...{ claimedAt: filing.claimedAt ?? '', decidedAt: filing.decidedAt ?? '' },
      ...{ recordedAt: filing.recordedAt ?? '', book: filing.book ?? '', page: filing.page ?? '' },
      ...{ reasons, note, endorsed, offeredReasons },
    };
  }

  private dollars(cents: number): string {
    return amountText(this.catalogue, this.language, 'USD', cents);
  }
}
