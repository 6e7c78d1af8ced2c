// What `county move` does with the rows of every table of every service. `infra/test/county-move-tables.spec.ts` fails
// for a table that is missing here.

/** Tables of facts, which every service has. */
const ofFacts = {
  moved: [
    // stores, for each aggregate, the newest fact that a reader has applied, so that the reader on the target skips
    // older facts
    'inbox_sequence',
    // a fact that could not be applied is stored whole, so it can be applied on the target
    'dead_event',
  ],
  left: {
    outbox: 'all facts are published and applied before the switch',
    inbox: 'names the facts that were applied, and the log of the target has none of them',
    outbox_sequence:
      'a new counter begins above all that the old one has given out (infra/src/events/emit.ts)',
    outbox_epoch: 'belongs to the event log of this installation',
    migration: 'belongs to the tables, and not to a county',
  },
};

/**
 * The tables of each schema. `moved`: the rows with the county's id are replicated. `index`: the partitions of the
 * county's live generation are copied, and get another number on the target. `left`: the rows stay at the source; the
 * value is the reason.
 * @type {Record<string, { moved: string[], index?: string[], left?: Record<string, string> }>}
 */
const own = {
  admin_config: {
    moved: ['section', 'section_version', 'section_plan'],
    left: { county: 'the command writes the row of the target itself, because it says where the county is' },
  },
  billing: {
    moved: ['county_schedule', 'task_run', 'billed_account', 'account_to_look_at', 'billing_period'],
  },
  identity: {
    moved: [
      ...[
        'account',
        'app_user',
        'credential',
        'session',
        'login_attempt',
        'ticket',
        'letter',
        'last_letter',
        'second_factor',
      ],
      ...['recovery_code', 'former_user', 'tally', 'former_account', 'last_sign_in'],
      ...['user_purge', 'user_purge_subject', 'user_purge_schedule'],
      ...['ls1_migration', 'ls1_staged', 'ls1_refusal', 'ls1_change', 'ls1_origin'],
      ...['provider_user', 'provider_visit', 'provider_logout'],
    ],
  },
  imaging: {
    moved: [
      ...[
        'page_image',
        'document_images',
        'document_page',
        'sealed_document',
        'rendered_pdf',
        'removed_document',
      ],
      ...['filing', 'filing_counter', 'filing_package', 'filing_package_item', 'exchange_answer'],
      ...['image_run', 'exchange_turn'],
    ],
    left: { ingest_log: 'an operator reads it about past imports; its keys are numbered per database' },
  },
  payments: {
    moved: [
      ...['ledger_account', 'journal_entry', 'posting', 'account_balance', 'hold', 'balance_override'],
      ...['image_state', 'download_order', 'entitlement', 'payment_attempt', 'webhook_inbox'],
      ...['card_authorization', 'card_use', 'add_on', 'reconciled_transaction', 'reconciliation_note'],
      ...['reconciliation_run', 'client_reference', 'office_entry', 'filing_charge', 'filing_refund'],
      ...['closed_account', 'card_merchant', 'card_merchant_change', 'card_merchant_request'],
      ...['landlink_file', 'landlink_line', 'refused_task'],
    ],
  },
  reports: {
    moved: [
      ...['audit_log', 'chain_head', 'audit_checkpoint', 'audit_purge', 'audit_purge_schedule'],
      ...['activity', 'person', 'customer', 'activity_progress', 'carried_escrow'],
      ...['report_job', 'report_schedule'],
    ],
  },
  search: {
    moved: ['search_history', 'removed_record', 'import_run'],
    index: [
      ...['document', 'party', 'party_word', 'name_dict', 'name_sound', 'name_hot', 'legal_lb', 'legal_mb'],
      ...['doc_ref', 'doc_parcel', 'doc_address', 'instrument', 'plat', 'certificate', 'certificate_text'],
      ...[
        'doc_certificate',
        'tax_lien',
        'tax_lien_party',
        'gg_book',
        'tract_book',
        'tract_legal',
        'code_value',
        'name_pair',
      ],
    ],
    left: {
      generation: 'the target numbers the generation anew when it gets the index',
      live_index: 'is written with the generation of the target',
    },
  },
};

/** @typedef {{ schema: string, name: string }} Table */

/** The PostgreSQL schemas of all services. */
export const schemas = Object.keys(own);

/** @type {Table[]} the tables whose rows of the county are replicated */
export const movedTables = schemas.flatMap((schema) =>
  [...own[schema].moved, ...ofFacts.moved].map((name) => ({ schema, name })),
);

export const indexTables = own.search.index ?? [];

/** Tables whose rows are not moved. They too refuse new rows of the county while the gates are closed. */
export const gatedOnly = schemas.map((schema) => ({ schema, name: 'outbox' }));

/** All tables for which this file says what a move does with their rows, as schema.name. */
const classified = schemas.flatMap((schema) =>
  [
    ...[...own[schema].moved, ...ofFacts.moved, ...(own[schema].index ?? [])],
    ...Object.keys({ ...ofFacts.left, ...own[schema].left }),
  ].map((name) => `${schema}.${name}`),
);

/**
 * What a move does with the rows of a table.
 * @param {Table} table
 * @returns {string | undefined} undefined for a table that nobody has classified
 */
export function fateOf({ schema, name }) {
  const tables = own[schema];
  if (!tables) return undefined;
  if ([...tables.moved, ...ofFacts.moved].includes(name)) return 'moved';
  if (tables.index?.includes(name)) return 'index';
  const reason = { ...ofFacts.left, ...tables.left }[name];
  return reason && `left: ${reason}`;
}

/** The tables of a database, without partitions. @param {(sql: string, params?: unknown[]) => Promise<any[]>} ask */
export const listTables = (ask) =>
  ask(
    `SELECT n.nspname AS schema, c.relname AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = ANY ($1)
        -- rows that an import has staged, and partitions that are not attached yet
        AND NOT (n.nspname = 'search' AND c.relname ~ '_g[0-9]+$')
      ORDER BY 1, 2`,
    [schemas],
  );

/** The tables that nobody has classified, and the classified ones that do not exist. */
export async function unclassifiedTables(ask) {
  const there = await listTables(ask);
  const names = new Set(there.map(({ schema, name }) => `${schema}.${name}`));
  return {
    unknown: there
      .filter((table) => fateOf(table) === undefined)
      .map(({ schema, name }) => `${schema}.${name}`),
    missing: classified.filter((name) => !names.has(name)),
  };
}
