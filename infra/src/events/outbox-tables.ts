import { rolesOf, sql } from '../db/index.js';

const workerOf = (schema: string): string => rolesOf(schema.replaceAll('_', '-')).worker;

/**
 * The tables of a service that emits or consumes events, for its first migration. Row level security separates the
 * counties. The relay and the pruning see all rows through the worker role.
 * @returns statements to run one by one
 */
export const outboxTables = (schema: string): string[] => [
  `CREATE TABLE ${schema}.outbox (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     event_id uuid NOT NULL DEFAULT gen_random_uuid(),
     county_id text NOT NULL,
     type text NOT NULL,
     aggregate text NOT NULL,
     sequence bigint NOT NULL,
     payload json NOT NULL,
     occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     correlation_id text NOT NULL,
     trace_id text,
     actor text,
     replay boolean NOT NULL DEFAULT false,
     claimed_until timestamptz,
     published_at timestamptz,
     UNIQUE (county_id, aggregate, sequence))`,
  `CREATE INDEX outbox_waiting ON ${schema}.outbox (id) WHERE published_at IS NULL`,
  `CREATE INDEX outbox_occurred ON ${schema}.outbox (occurred_at)`,
  sql.forceRowLevelSecurity(schema, 'outbox', { worker: true }),
  sql.grantTable(schema, 'outbox', 'app', 'SELECT, INSERT'),
  sql.grantTable(schema, 'outbox', 'worker', 'SELECT, UPDATE, DELETE'),
  // a transaction locks the row of an aggregate's counter, so that sequences follow the order of the commits
  `CREATE TABLE ${schema}.outbox_sequence (
     county_id text NOT NULL,
     aggregate text NOT NULL,
     last bigint NOT NULL,
     PRIMARY KEY (county_id, aggregate))`,
  sql.forceRowLevelSecurity(schema, 'outbox_sequence'),
  sql.grantTable(schema, 'outbox_sequence', 'app', 'SELECT, INSERT, UPDATE'),
  // one row, which only the relay uses; it identifies the event log to which this outbox was published
  `CREATE TABLE ${schema}.outbox_epoch (
     one boolean PRIMARY KEY DEFAULT true CHECK (one),
     epoch text NOT NULL)`,
  `ALTER TABLE ${schema}.outbox_epoch ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${schema}.outbox_epoch FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY worker ON ${schema}.outbox_epoch TO ${workerOf(schema)} USING (true) WITH CHECK (true)`,
  sql.grantTable(schema, 'outbox_epoch', 'worker', 'SELECT, INSERT, UPDATE'),
  `CREATE TABLE ${schema}.inbox (
     county_id text NOT NULL,
     consumer text NOT NULL,
     event_id uuid NOT NULL,
     received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (county_id, consumer, event_id))`,
  `CREATE INDEX inbox_received ON ${schema}.inbox (received_at)`,
  sql.forceRowLevelSecurity(schema, 'inbox', { worker: true }),
  sql.grantTable(schema, 'inbox', 'app', 'SELECT, INSERT'),
  sql.grantTable(schema, 'inbox', 'worker', 'SELECT, DELETE'),
  `CREATE TABLE ${schema}.dead_event (
     county_id text NOT NULL,
     consumer text NOT NULL,
     event_id uuid NOT NULL,
     type text NOT NULL,
     reason text NOT NULL,
     envelope json NOT NULL,
     died_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (county_id, consumer, event_id))`,
  sql.forceRowLevelSecurity(schema, 'dead_event', { worker: true }),
  sql.grantTable(schema, 'dead_event', 'app', 'SELECT, INSERT'),
  sql.grantTable(schema, 'dead_event', 'worker', 'SELECT, DELETE'),
];

/**
 * Additions to the tables of `outboxTables`, for a service's next migration. With them, a replay works in batches, dead
 * facts can be applied again, and a consumer can store, for each aggregate, the newest fact that it has read.
 * @returns statements to run one by one; none of them reads or locks a table for longer than a moment
 */
export const outboxRepairTables = (schema: string): string[] => [
  // the rows that a replay still has to mark as unpublished: those with an id below `replay_below` that were published
  // since `replay_since`
  `ALTER TABLE ${schema}.outbox_epoch ADD COLUMN replay_below bigint, ADD COLUMN replay_since timestamptz`,
  `ALTER TABLE ${schema}.dead_event ADD COLUMN again boolean NOT NULL DEFAULT false`,
  sql.grantTable(schema, 'dead_event', 'app', 'UPDATE, DELETE'),
  `CREATE TABLE ${schema}.inbox_sequence (
     county_id text NOT NULL,
     consumer text NOT NULL,
     aggregate text NOT NULL,
     sequence bigint NOT NULL,
     PRIMARY KEY (county_id, consumer, aggregate))`,
  sql.forceRowLevelSecurity(schema, 'inbox_sequence'),
  sql.grantTable(schema, 'inbox_sequence', 'app', 'SELECT, INSERT, UPDATE'),
  `CREATE POLICY worker ON ${schema}.outbox_sequence TO ${workerOf(schema)} USING (true)`,
  sql.grantTable(schema, 'outbox_sequence', 'worker', 'SELECT, UPDATE, DELETE'),
];
