import type { FormerView } from './former-database.js';

interface ViewColumns {
  /** The column that contains the number of the row. */
  readonly number: string;
  readonly columns: readonly string[];
}

/** The columns of the views (README). Numbers and times are read as text, because drivers would lose precision. */
const views: Readonly<Record<FormerView, ViewColumns>> = {
  ls1_account: {
    number: 'account_id',
    columns: [
      ...[
        'account_name',
        'account_type',
        'payment_method',
        'image_charge_method',
        'certificate_charge_method',
      ],
      ...[
        'monthly_fee',
        'flat_fee_rate_level',
        'image_retrieval',
        'preview_retrieval',
        'certificate_retrieval',
      ],
      ...['certificate_preview_retrieval', 'active', 'address', 'city', 'state', 'zip', 'phone', 'email'],
      'land_link_account',
    ],
  },
  ls1_user: {
    number: 'user_id',
    columns: [
      ...['account_id', 'username', 'first_name', 'last_name', 'email', 'user_type', 'active', 'company'],
      ...['address', 'city', 'state', 'zip', 'phone'],
    ],
  },
  ls1_audit: {
    number: 'entry_id',
    columns: [
      ...['entry_at', 'log_type', 'kind', 'user_id', 'username', 'account_id', 'account_name', 'subject'],
      ...['pages', 'charged', 'credited', 'images'],
    ],
  },
};

/** The SQL expressions that differ between the two kinds of servers. */
interface Dialect {
  asText(column: string): string;
  /** `entry_at` in UTC, as ISO 8601. */
  readonly moment: string;
  readonly after: string;
  readonly from: string;
  readonly until: string;
  readonly onlyTransactions: string;
  readonly top: string;
  readonly bottom: string;
}

const postgres: Dialect = {
  asText: (column) => `CAST(${column} AS text)`,
  moment: `to_char(entry_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  after: 'CAST(@after AS bigint)',
  from: 'CAST(@from AS timestamptz)',
  until: 'CAST(@until AS timestamptz)',
  onlyTransactions: 'CAST(@onlyTransactions AS boolean)',
  top: '',
  bottom: ' LIMIT @limit',
};

const sqlServer: Dialect = {
  // LS1's server cuts a text off after 1,001 characters. Every field allows fewer characters, so a text that was cut
  // off is still recognized as too long.
  asText: (column) => `CONVERT(nvarchar(1001), ${column})`,
  moment: `CONVERT(varchar(23), CAST(SWITCHOFFSET(entry_at, 0) AS datetime2(3)), 126) + 'Z'`,
  after: '@after',
  from: '@from',
  until: '@until',
  onlyTransactions: '@onlyTransactions = 1',
  top: 'TOP (@limit) ',
  bottom: '',
};

/** Returns the statements for a view. Their parameters are @after, @limit, @from, @until and @onlyTransactions. */
function statementsOf(dialect: Dialect) {
  const { from, until, onlyTransactions, after } = dialect;
  const range =
    ` AND (${from} IS NULL OR entry_at >= ${from}) AND (${until} IS NULL OR entry_at < ${until})` +
    ` AND (NOT (${onlyTransactions}) OR log_type = 'PURCHASES')`;
  const rangeFor = (view: FormerView): string => (view === 'ls1_audit' ? range : '');
  return {
    count: (view: FormerView): string => {
      const numbered = `count(CASE WHEN ${views[view].number} > 0 THEN 1 END)`;
      return (
        `SELECT ${dialect.asText('count(*)')} AS rows_found, ${dialect.asText(numbered)} AS rows_numbered ` +
        `FROM ${view} WHERE 1 = 1${rangeFor(view)}`
      );
    },
    read: (view: FormerView): string => {
      const { number, columns } = views[view];
      const texts = [number, ...columns].map((column) =>
        column === 'entry_at' ? `${dialect.moment} AS entry_at` : `${dialect.asText(column)} AS ${column}`,
      );
      return (
        `SELECT ${dialect.top}${texts.join(', ')} FROM ${view} AS source ` +
        `WHERE source.${number} > ${after}${rangeFor(view)} ORDER BY source.${number}${dialect.bottom}`
      );
    },
  };
}

/** The statements for one kind of server. */
export type SourceStatements = ReturnType<typeof statementsOf>;

export const postgresStatements = statementsOf(postgres);
export const sqlServerStatements = statementsOf(sqlServer);

export interface StatementValues {
  readonly after?: string;
  readonly limit?: number;
  readonly from?: Date | null;
  readonly until?: Date | null;
  readonly onlyTransactions?: boolean;
}

/** Replaces the named parameters of a statement by PostgreSQL's numbered parameters. */
export function numbered(text: string, values: StatementValues): { text: string; values: unknown[] } {
  const names: string[] = [];
  const written = text.replace(/@(\w+)/g, (_all, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: written, values: names.map((name) => values[name as keyof StatementValues] ?? null) };
}

/** Returns the name of the column that contains the number of each row of a view. */
export const numberColumn = (view: FormerView): string => views[view].number;
