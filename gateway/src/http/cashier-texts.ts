import type { Catalogue } from '@portal/infra/catalogue';
import type { CashierPage, OfficeEntryRow } from '@portal/proto/http/cashier';
import type { Actor } from '@portal/proto/rpc/actor';
import type { listOfficeEntries, OfficeEntry } from '@portal/proto/rpc/cashier';
import type { Output } from '@portal/proto/rpc/contract';
import type { DescribedAccount } from '@portal/proto/rpc/identity';
import { amountText } from '../answers/amounts.js';

interface Known {
  readonly accounts: readonly DescribedAccount[];
  /** The usernames by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Converts entries of the cashier to the form of the page, with amounts as texts. */
export class CashierWriter {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly actor: Actor,
    private readonly known: Known,
  ) {}

  /** @param accountId the account; null for the waiting entries of the whole county */
  page(
    { entries, total, balance, toApprove, correctionLimit }: Output<typeof listOfficeEntries>,
    accountId: string | null,
  ): CashierPage {
    const account = this.known.accounts.find(({ id }) => id === accountId);
    return {
      account:
        account === undefined || balance === null
          ? null
          : {
              ...{ id: account.id, name: account.name, active: account.status === 'A' },
              paymentMethod: account.terms.paymentMethod,
              balance: this.usd(balance.posted),
              held: balance.held === 0 ? '' : this.usd(balance.held),
              owed: this.owedBefore(account, balance.owed),
              hasInvoices: account.terms.paymentMethod !== 'INVOICE' && (balance.hasInvoices ?? false),
            },
      limit: this.usd(correctionLimit),
      entries: entries.map((entry) => this.row(entry)),
      total,
      toApprove,
    };
  }

  /**
   * What the account owes on invoices, if it no longer pays by invoice. The balance of an account that pays by invoice
   * already includes this debt. Earlier versions of the payments service do not send `owed`.
   */
  private owedBefore({ terms }: DescribedAccount, owed = 0): string {
    return terms.paymentMethod === 'INVOICE' || owed === 0 ? '' : this.usd(owed);
  }

  private row(entry: OfficeEntry): OfficeEntryRow {
    const { id, account, kind, means, amount, number, note, state, enteredAt, decisionNote } = entry;
    const { accounts, names } = this.known;
    return {
      ...{ id, accountId: account, kind, means, number, note, state, enteredAt, decisionNote },
      accountName: accounts.find((each) => each.id === account)?.name ?? '',
      amount: this.usd(amount),
      enteredBy: names.get(entry.enteredBy) ?? '',
      decidedBy: names.get(entry.decidedBy ?? '') ?? '',
      own: entry.enteredBy === this.actor.user,
    };
  }

  private usd(cents: number): string {
    return amountText(this.catalogue, this.actor.language, 'USD', cents);
  }
}
