import { dollars } from '@portal/proto/amounts';
import type { SectionValue } from '@portal/proto/config/sections';
import type { ListedAccount, OpenedAccount, ShownAccount } from '@portal/proto/http/accounts';
import type { Catalogue } from '@portal/infra/catalogue';

/**
 * Converts codes and cents to texts, for the list of accounts and for the form of an account (C2-13). The texts are in
 * English, the language of the office.
 */
export class AccountTexts {
  constructor(private readonly catalogue: Catalogue) {}

  shown<A extends ListedAccount>(account: A): A & ShownAccount {
    return {
      ...account,
      monthlyFeeDescription: dollars(account.monthlyFee),
      accountTypeDescription: this.text(`accounts:type.${account.accountType}`),
      paymentMethodDescription: this.text(`accounts:method.${account.paymentMethod}`),
    };
  }

  /** Lists the county's flat-fee options by level; the level is the number of the line in the settings (C2-53). */
  flatFeeOptions({ rates }: SectionValue<'flatFee'>): OpenedAccount['countyConfigFlatFee'] {
    return rates.flatMap(({ option, unlimitedNumberOfPages, numberOfPages, cost }, at) => {
      if (!option) return [];
      const params = { level: at + 1, count: numberOfPages, cost: dollars(cost ?? 0) };
      const key = unlimitedNumberOfPages ? 'accounts:entry.unlimitedOption' : 'accounts:entry.option';
      return [{ level: at + 1, description: this.text(key, params) }];
    });
  }

  private text(key: string, params: Record<string, string | number> = {}): string {
    return this.catalogue.text('ENGLISH', key, params);
  }
}
