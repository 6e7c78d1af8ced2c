import { Inject, Injectable } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { usDate } from '@portal/proto/dates';
import { reportDays, transactionReportIssues, type TransactionReportRequest } from '@portal/proto/http/home';
import { isStaff } from '@portal/proto/roles';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { County } from '@portal/proto/rpc/admin-config';
import type { ErrorOf, Output } from '@portal/proto/rpc/contract';
import type { transactionReport } from '@portal/proto/rpc/reports';
import type { Transaction, TransactionScope } from '@portal/proto/rpc/transactions';
import type { Words } from '../exports/columns.rules.js';
import { ExportFiles } from '../exports/export-files.js';
import type { Listing } from '../exports/listing.js';
import { writePdf } from '../exports/pdf-writer.js';
import { printLanguageOf } from '../exports/print-language.js';
import { writtenMoment } from '../exports/written-moment.js';
import { TransactionReader } from './transaction-reader.js';
import { totalsTable, transactionTable } from './transaction-table.rules.js';

type Reported = Result<Output<typeof transactionReport>, ErrorOf<typeof transactionReport>>;

interface Asked {
  readonly scope: TransactionScope;
  readonly days: { from: string; to: string };
  readonly transactions: readonly Transaction[];
}

/** Writes the transactions report of the home page (A7-12 to A7-16). */
@Injectable()
export class TransactionReportService {
  constructor(
    private readonly sections: CountySections,
    private readonly reader: TransactionReader,
    private readonly files: ExportFiles,
    private readonly catalogue: Catalogue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async report(actor: Actor, request: TransactionReportRequest): Promise<Reported> {
    const scope = scopeOf(actor, request);
    const county = await this.sections.findCounty(actor.county);
    if (!scope || !county) return fail('NOT_FOUND');
    const today = todayIn(county.timeZone, this.clock);
    const issues = transactionReportIssues(request, today);
    if (Object.keys(issues).length > 0) return fail('INVALID_INPUT', undefined, issues);
    const days = reportDays(request, today);
    const transactions = await this.reader.read(actor, scope, days);
    if (!transactions) return fail('REPORT_TOO_LONG');
    const listing = await this.listingOf(actor, county, { scope, days, transactions });
    return ok(await this.files.keep(county.id, 'TransactionsReport', 'PDF', await writePdf(listing)));
  }

  private async listingOf(actor: Actor, county: County, asked: Asked): Promise<Listing> {
    const { transactions } = asked;
    const names = await this.reader.namesOf(actor, transactions);
    const common = await this.sections.get(county.id, 'common');
    const { language, tag } = printLanguageOf(actor.language);
    const t: Words = (key, params = {}) => this.catalogue.text(language, key, params);
    const { timeZone } = county;
    return {
      county: common.countyName || county.name,
      heading: t('reports:transactions.heading'),
      criteria: criteriaOf(actor, asked, t),
      summary: '',
      printed: t('reports:printed', writtenMoment(timeZone, this.clock.now())),
      ...transactionTable(transactions, { t, timeZone, names }),
      totals: {
        heading: t('reports:transactions.totals'),
        ...totalsTable(transactions, t),
        listHeading: t('reports:transactions.list'),
      },
      empty: t('reports:transactions.none'),
      pageOf: (page, pages) => t('reports:page', { page, pages }),
      language: tag,
    };
  }
}

/**
 * Returns whose transactions the report has; undefined if the actor may not read them. Only an account's administrator
 * has a choice (A7-13). Staff get the county's transactions, because they pay nothing themselves.
 */
const scopeOf = ({ role }: Actor, { reportType }: TransactionReportRequest): TransactionScope | undefined => {
  if (role === 'SYSTEM' || role === 'ANONYMOUS' || role === 'GUEST') return undefined;
  if (reportType === 'ACCOUNT') return role === 'ACCOUNT' ? 'ACCOUNT' : undefined;
  return isStaff(role) ? 'COUNTY' : 'USER';
};

const criteriaOf = ({ username }: Actor, { scope, days }: Asked, t: Words): Listing['criteria'] => [
  { key: t('reports:transactions.whose'), value: t(`reports:transactions.${scope}`, { user: username }) },
  {
    key: t('reports:transactions.dates'),
    value: t('reports:transactions.range', { from: usDate(days.from), to: usDate(days.to) }),
  },
];
