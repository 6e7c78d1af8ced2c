import { Inject, Injectable } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { usDate } from '@portal/proto/dates';
import type { ManagedAccount, OpenedAccount } from '@portal/proto/http/accounts';
import type { Visit } from '../session/visit.js';
import { AccountTexts } from './account-texts.js';

/** Reads the choices that the county offers in the form of an account. */
@Injectable()
export class AccountForms {
  private readonly texts: AccountTexts;

  constructor(
    private readonly sections: CountySections,
    catalogue: Catalogue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.texts = new AccountTexts(catalogue);
  }

  async of({ county: { id: county } }: Visit, account: ManagedAccount): Promise<OpenedAccount> {
    const [flatFee, { paymentMethods }, { torrens }, { countyAdminReload }] = await Promise.all([
      this.sections.get(county, 'flatFee'),
      this.sections.get(county, 'payments'),
      this.sections.get(county, 'index'),
      this.sections.get(county, 'flatFeeOverride'),
    ]);
    return {
      ...this.texts.shown(account),
      countyConfigFlatFee: this.texts.flatFeeOptions(flatFee),
      ...{ paymentMethods, torrens, countyAdminReload },
    };
  }

  /** Returns the initial values of a new account (C2-17). */
  forNew(visit: Visit): Promise<OpenedAccount> {
    return this.of(visit, {
      ...newAccount,
      lastTasks: usDate(todayIn(visit.county.timeZone, this.clock)),
    });
  }

  /** True if staff may reload the images of flat-fee accounts (C2-09). */
  async mayReload({ county }: Visit): Promise<boolean> {
    return (await this.sections.get(county.id, 'flatFeeOverride')).countyAdminReload;
  }
}

const newAccount: Omit<ManagedAccount, 'lastTasks'> = {
  ...{ id: '0', name: '', accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW', monthlyFee: 0, status: 'A' },
  ...{ needsBilling: false, needsImageRenewal: false, userCount: 0 },
  ...{ imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'DOCUMENT', flatFeeRateLevel: 0 },
  ...{ address: '', city: '', state: '', zip: '', phone: '', email: '' },
  ...{ landLinkAccount: '', postToLandLink: true },
  ...{ imageRetrieval: true, previewRetrieval: true, certificateRetrieval: true },
  ...{ certificatePreviewRetrieval: true, userReload: false },
};
