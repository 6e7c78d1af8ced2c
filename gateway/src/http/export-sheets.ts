import type { Catalogue } from '@portal/infra/catalogue';
import type { Sheet, SheetColumn, SheetValue } from '@portal/infra/spreadsheet';
import { isoDay } from '@portal/proto/dates';
import type { ManagedAccount } from '@portal/proto/http/accounts';
import type { ManagedUser } from '@portal/proto/http/user-manager';
import type { AccountFunds } from '@portal/proto/rpc/payments';

type Part<T> = AsyncIterable<readonly T[]>;

/** Defines users.xlsx and accounts.xlsx: the columns of the lists, followed by further fields (C1-45, C2-63). */
export class ExportSheets {
  private readonly days: Intl.DateTimeFormat;

  constructor(
    private readonly catalogue: Catalogue,
    timeZone: string,
  ) {
    // the formatter is created only once, because an export writes tens of thousands of days
    this.days = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    });
  }

  users(parts: Part<ManagedUser>): Sheet {
    const columns = [
      this.column('users:sheet.username', 24),
      this.column('users:sheet.person', 28),
      this.column('users:sheet.account', 32),
      this.column('users:sheet.role', 22),
      this.column('users:sheet.status', 10),
      this.column('users:sheet.company', 28),
      this.column('users:sheet.address', 30),
      this.column('users:sheet.city', 18),
      this.column('users:sheet.state', 8),
      this.column('users:sheet.zip', 8),
      this.column('users:sheet.phone', 18),
      this.column('users:sheet.email', 32),
      this.column('users:sheet.created', 12, 'day'),
    ];
    return { name: this.text('users:sheet.name'), columns, parts: rowsOf(parts, (user) => this.user(user)) };
  }

  /** @param fundsOf reads the funds of a batch of accounts, by id */
  accounts(
    parts: Part<ManagedAccount>,
    fundsOf: (accounts: readonly ManagedAccount[]) => Promise<ReadonlyMap<string, AccountFunds>>,
  ): Sheet {
    const columns = [
      this.column('accounts:column.name', 36),
      this.column('accounts:column.accountType', 12),
      this.column('accounts:column.paymentMethod', 16),
      this.column('accounts:column.monthlyFee', 16, 'money'),
      this.column('accounts:sheet.status', 10),
      this.column('accounts:sheet.address', 30),
      this.column('accounts:sheet.city', 18),
      this.column('accounts:sheet.state', 8),
      this.column('accounts:sheet.zip', 8),
      this.column('accounts:sheet.phone', 18),
      this.column('accounts:sheet.email', 32),
      this.column('accounts:sheet.landLinkAccount', 18),
      this.column('accounts:sheet.lastTasks', 12, 'day'),
      this.column('accounts:sheet.users', 8, 'count'),
      this.column('accounts:sheet.escrow', 18, 'money'),
      this.column('accounts:sheet.images', 12, 'count'),
      this.column('accounts:sheet.owed', 12, 'money'),
    ];
    const withFunds = (async function* () {
      for await (const part of parts) {
        const funds = await fundsOf(part);
        yield part.map((account) => ({ account, funds: funds.get(account.id) }));
      }
    })();
    return {
      name: this.text('accounts:sheet.name'),
      columns,
      parts: rowsOf(withFunds, ({ account, funds }) => this.account(account, funds)),
    };
  }

  private user(user: ManagedUser): SheetValue[] {
    const name = [user.lastName, user.firstName].filter((part) => part !== '').join(', ');
    return [
      ...[user.username, name, user.accountName, this.text(`users:role.${user.role}`)],
      ...[this.text(`users:status.${user.status}`), user.company, user.address, user.city, user.state],
      ...[user.zip, user.phone, user.email, this.dayOf(user.createdAt)],
    ];
  }

  private account(account: ManagedAccount, funds: AccountFunds | undefined): SheetValue[] {
    const { accountType, paymentMethod, status } = account;
    return [
      ...[account.name, this.text(`accounts:type.${accountType}`)],
      ...[this.text(`accounts:method.${paymentMethod}`), account.monthlyFee],
      this.text(`accounts:badge.${status === 'A' ? 'active' : 'inactive'}`),
      ...[account.address, account.city, account.state, account.zip, account.phone, account.email],
      ...[account.landLinkAccount, isoDay(account.lastTasks) ?? null, account.userCount],
      ...[funds?.escrow?.posted ?? 0, funds?.images?.posted ?? 0, funds?.owed ?? 0],
    ];
  }

  private column(key: string, width: number, kind: SheetColumn['kind'] = 'text'): SheetColumn {
    return { head: this.text(key), width, kind };
  }

  /** Returns the day of a point in time in the county, as YYYY-MM-DD. */
  private dayOf(instant: string): string {
    return this.days.format(new Date(instant));
  }

  private text(key: string): string {
    return this.catalogue.text('ENGLISH', key);
  }
}

async function* rowsOf<T>(
  parts: Part<T>,
  row: (entry: T) => readonly SheetValue[],
): AsyncGenerator<readonly (readonly SheetValue[])[]> {
  for await (const part of parts) yield part.map(row);
}
