export { takeTurn, type TurnNames } from './county-turn.js';
export { Database, type DatabaseOptions, type TransactionOptions } from './database.js';
export { DatabaseModule, SERVICE_TABLES, type ServiceTables } from './database.module.js';
export { asOwner, migrate, migrationNames, newestMigrationSql, type Migration } from './migrate.js';
export { isDuplicate, sqlState } from './retry.js';
export { rolePassword, rolesOf, secretOf, type ServiceRoles } from './roles.js';
export { sql } from './sql.js';
export { Standbys } from './standbys.js';
export { afterCommit, beforeCommit, type Tx } from './tx.js';
