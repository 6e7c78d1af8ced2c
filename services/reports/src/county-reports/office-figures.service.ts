import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, daysAgo, instantOf, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { Database, type Tx } from '@portal/infra/db';
import { figureDays, type OfficeDay, type OfficeFigures } from '@portal/proto/http/office-figures';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';

type Counted = Omit<OfficeDay, 'sales'> & { readonly sales: string };

/**
 * Counts the sales, searches and sign-ins of the last days for the home page of staff. The figures come from the lines
 * of the reports.
 */
@Injectable()
export class OfficeFiguresService {
  constructor(
    private readonly database: Database,
    private readonly sections: CountySections,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async read({ county: id, role }: Actor): Promise<Result<OfficeFigures, 'NOT_FOUND'>> {
    const county = await this.sections.findCounty(id);
    if (!county || (role !== 'TRIMIN' && role !== 'COUNTY')) return fail('NOT_FOUND');
    const { timeZone } = county;
    const dates = Array.from({ length: figureDays }, (_, at) =>
      daysAgo(timeZone, figureDays - 1 - at, this.clock),
    );
    const from = instantOf(timeZone, dates[0] ?? '', '00:00');
    const counted = await this.database.withCounty(id, (tx) => daysSince(tx, from, timeZone));
    return ok({ days: dates.map((date) => counted.get(date) ?? { ...empty, date }) });
  }
}

const empty = { purchases: 0, sales: 0, searches: 0, signIns: 0, failedSignIns: 0 };

/** Returns the figures for each day of the county's clock. A day has 23, 24 or 25 hours. */
async function daysSince(tx: Tx, from: Date, timeZone: string): Promise<Map<string, OfficeDay>> {
  const rows = await tx.rows<Counted>(
    `SELECT to_char(a.at AT TIME ZONE $3, 'YYYY-MM-DD') AS date,
            count(*) FILTER (WHERE a.log = 'PURCHASES' AND a.charged > 0)::int AS purchases,
            coalesce(sum(a.charged) FILTER (WHERE a.log = 'PURCHASES'), 0) AS sales,
            count(*) FILTER (WHERE a.log = 'SEARCHES')::int AS searches,
            count(*) FILTER (WHERE a.kind = 'SIGNED_IN')::int AS "signIns",
            count(*) FILTER (WHERE a.kind = 'SIGN_IN_FAILED')::int AS "failedSignIns"
       FROM activity a WHERE a.county_id = $1 AND a.at >= $2 AND a.source = 'FIVE' GROUP BY 1`,
    [tx.countyId, from, timeZone],
  );
  return new Map(rows.map((row) => [row.date, { ...row, sales: Number(row.sales) }]));
}
