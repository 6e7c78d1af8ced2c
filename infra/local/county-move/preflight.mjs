// What must hold before a move begins. Each check returns the faults that it finds, in plain words; nothing is changed.
import { createPrivateKey } from 'node:crypto';
import { GRANT_ALL_ROWS } from '../operator/bound-administrator.mjs';
import { quoted, tableName, trialNameOf } from './names.mjs';
import { faultsOfSecretFiles } from './secret-files.mjs';
import { findCounty, isArriving } from './standing.mjs';
import { movedTables, schemas, unclassifiedTables } from './tables.mjs';
import { statusOf } from './target-gateway.mjs';

/**
 * The first version of PostgreSQL in which a subscription can write with the rights of its owner. The copy needs these
 * rights, because row level security does not bind the owner.
 */
const OLDEST = 160_000;

/**
 * @param {object} o
 * @param {string} o.county
 * @param {import('./installation.mjs').Installation} o.from
 * @param {import('./installation.mjs').Installation} o.to
 * @param {import('./sessions.mjs').Session} o.source
 * @param {import('./sessions.mjs').Session} o.target
 * @param {string} o.sourceFromTarget
 * @param {string} o.origin of the target's gateway
 * @param {boolean} o.losesSecrets true if the operator accepts values that the target cannot open
 * @returns {Promise<{ faults: string[], notes: string[] }>}
 */
export async function examine(o) {
  const faults = [
    ...(await faultsOfServers(o)),
    ...(await faultsOfTables(o)),
    ...(await faultsOfCounty(o)),
    ...(await faultsOfGateway(o)),
    ...(o.from.environment.EVENTS === 'kafka'
      ? [
          'The facts of this installation are in Kafka. A move can only wait for facts in Redis (EVENTS=redis).',
        ]
      : []),
  ];
  // the checks below fail without the tables and rights that were checked above
  if (faults.length > 0) return { faults, notes: [] };
  const secrets = await faultsOfSecrets(o);
  return {
    faults: [
      ...(await faultsOfConnection(o)),
      ...(o.losesSecrets ? [] : secrets.map((text) => `${text} ${LOSE}`)),
    ],
    notes: o.losesSecrets ? secrets : [],
  };
}

const LOSE = 'Give the target the secrets, or add --lose-secrets if the people may set these up again.';

async function faultsOfServers({ source, target }) {
  const [here] = await source.ask(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('wal_level') AS level,
            current_setting('max_replication_slots')::int
              - (SELECT count(*)::int FROM pg_replication_slots) AS slots,
            (SELECT rolsuper OR rolreplication FROM pg_roles WHERE rolname = current_user) AS replicates,
            (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS sees`,
  );
  const [there] = await target.ask(
    `SELECT current_setting('server_version_num')::int AS version,
            (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS sees,
            (SELECT rolsuper OR pg_has_role(oid, 'pg_create_subscription', 'MEMBER')
               FROM pg_roles WHERE rolname = current_user) AS subscribes,
            current_setting('max_logical_replication_workers')::int AS workers`,
  );
  return [
    ...(here.version < OLDEST || there.version < OLDEST
      ? ['Both databases need PostgreSQL 16 or newer.']
      : []),
    ...(here.level === 'logical'
      ? []
      : [`wal_level of the source is ${here.level}. Set it to logical and restart PostgreSQL.`]),
    ...(here.slots > 0 ? [] : ['The source has no free replication slot. Raise max_replication_slots.']),
    ...(here.replicates ? [] : ['The administrator of the source needs REPLICATION.']),
    ...(here.sees && there.sees ? [] : [GRANT_ALL_ROWS]),
    ...(there.subscribes ? [] : ['The administrator of the target needs the role pg_create_subscription.']),
    ...(there.workers > 1 ? [] : ['The target needs max_logical_replication_workers of at least 2.']),
  ];
}

async function faultsOfTables({ source, target }) {
  const [here, there] = await Promise.all([source, target].map(migrationsOf));
  const different = schemas.filter((schema) => here[schema] !== there[schema]);
  const { unknown, missing } = await unclassifiedTables(source.ask);
  return [
    ...different.map(
      (schema) =>
        `${schema}: the newest migration is ${here[schema]} here and ${there[schema]} there. Update one side.`,
    ),
    ...unknown.map((name) => `${name}: this version of the command does not know the table.`),
    ...missing.map((name) => `${name}: the table is missing.`),
  ];
}

async function migrationsOf({ ask }) {
  const newest = {};
  for (const schema of schemas) {
    const [{ found }] = await ask('SELECT to_regclass($1) IS NOT NULL AS found', [`${schema}.migration`]);
    const [row] = found
      ? await ask(
          `SELECT name, count(*) OVER () AS n FROM ${schema}.migration ORDER BY timestamp DESC LIMIT 1`,
        )
      : [];
    newest[schema] = row ? `${row.name} (${row.n})` : 'missing';
  }
  return newest;
}

async function faultsOfCounty({ source, target, county }) {
  const [own] = await source.ask('SELECT hosts FROM admin_config.county WHERE id = $1', [county]);
  const taken = await target.ask(
    'SELECT id, hosts FROM admin_config.county WHERE id = $1 OR hosts && $2::text[]',
    [county, own?.hosts ?? []],
  );
  return [
    ...taken.map(({ id, hosts }) => `The target already has the county ${id} with ${hosts.join(', ')}.`),
    ...(taken.length === 0 ? await rowsLeft(target, county) : []),
    ...(await runningImports(source, county)),
    ...((await isArriving(source, county))
      ? [`The move of ${county} to this installation has not ended. Repeat the command that brought it here.`]
      : []),
  ];
}

async function rowsLeft({ ask }, county) {
  const looks = movedTables.map(
    (table) =>
      `SELECT ${quoted(tableName(table))} AS name WHERE EXISTS
         (SELECT 1 FROM ${tableName(table)} WHERE county_id = ${quoted(county)})`,
  );
  const found = await ask(looks.join(' UNION ALL '));
  return found.map(({ name }) => `The target already has rows of ${county} in ${name}.`);
}

const runningImports = async ({ ask }, county) =>
  (
    await ask(
      `SELECT 'index' AS part FROM search.import_run WHERE county_id = $1 AND state = 'RUNNING'
        UNION ALL SELECT 'images' FROM imaging.image_run WHERE county_id = $1 AND state = 'RUNNING'`,
      [county],
    )
  ).map(({ part }) => `An import (${part}) of ${county} is under way. Move the county when it has ended.`);

/** Checks that the target's gateway answers, and that it does not know the county yet (404). */
async function faultsOfGateway({ origin, source, county }) {
  const { hosts } = await findCounty(source, county);
  const status = await statusOf(origin, hosts[0]);
  if (status === 404) return [];
  return [
    status === 200
      ? `The gateway at ${origin} serves ${county} already. Name the gateway of the target with --at.`
      : `The gateway of the target does not answer at ${origin} as it should: ${status}.`,
  ];
}

/** Connects from the server of the target to the source, as the subscription will. */
async function faultsOfConnection({ target, county, sourceFromTarget }) {
  const name = trialNameOf(county);
  try {
    await target.ask(
      `CREATE SUBSCRIPTION ${name} CONNECTION ${quoted(sourceFromTarget)} PUBLICATION ${name}
         WITH (create_slot = false, slot_name = NONE, enabled = false)`,
    );
    return [];
  } catch (error) {
    return [
      `The server of the target does not reach the source: ${error.message}. Name another address with --from-there.`,
    ];
  } finally {
    await target.ask(`DROP SUBSCRIPTION IF EXISTS ${name}`);
  }
}

/** Lists the county's stored values that the secrets of the target cannot open. */
async function faultsOfSecrets({ source, county, from, to }) {
  const [here, there] = [from.environment, to.environment];
  const [{ factors, migrations, merchants }] = await source.ask(
    `SELECT (SELECT count(*)::int FROM identity.second_factor WHERE county_id = $1) AS factors,
            (SELECT count(*)::int FROM identity.ls1_migration
              WHERE county_id = $1 AND source_password IS NOT NULL) AS migrations,
            ARRAY(SELECT split_part(sealed, '.', 1) FROM payments.card_merchant WHERE county_id = $1
                  UNION SELECT split_part(sealed, '.', 1) FROM payments.card_merchant_request
                         WHERE county_id = $1 AND sealed IS NOT NULL) AS merchants`,
    [county],
  );
  const isSecond = here.SECOND_FACTOR_SECRET === there.SECOND_FACTOR_SECRET;
  const held = await keyIdsOf(there.CARD_SEALING_KEYS);
  return [
    ...(factors > 0 && !isSecond
      ? [`${factors} users have a second factor, which the target's SECOND_FACTOR_SECRET does not open.`]
      : []),
    ...(migrations > 0 && !isSecond
      ? ['A migration from LandShark One is under way; wait until it has ended.']
      : []),
    ...(merchants.some((id) => !held.includes(id))
      ? ["The county's card keys are sealed for a key that is not among the target's CARD_SEALING_KEYS."]
      : []),
    ...faultsOfSecretFiles(here, there, county),
  ];
}

async function keyIdsOf(keys = '') {
  const { keyIdOf } = await import('@portal/infra/sealing');
  const { createPublicKey } = await import('node:crypto');
  return keys
    .split(',')
    .filter(Boolean)
    .map((key) =>
      keyIdOf(
        createPublicKey(createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' })),
      ),
    );
}
