import { Column, Entity, PrimaryColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { sql, type Tx } from '@portal/infra/db';

@Entity({ name: 'note' })
export class Note {
  @PrimaryColumn({ name: 'county_id', type: 'text' })
  countyId: string;

  @PrimaryColumn({ type: 'int' })
  id: number;

  @Column({ type: 'bigint' })
  amount: string;

  @Column({ type: 'date' })
  day: string;
}

class CreateNotes202611210900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE note (
      county_id text NOT NULL, id int NOT NULL, amount bigint NOT NULL CHECK (amount >= 0), day date NOT NULL,
      PRIMARY KEY (county_id, id))`);
    await runner.query(
      `CREATE TABLE due (county_id text NOT NULL, id int NOT NULL, PRIMARY KEY (county_id, id))`,
    );
    await runner.query(sql.forceRowLevelSecurity('trial_notes', 'note'));
    await runner.query(sql.forceRowLevelSecurity('trial_notes', 'due', { worker: true }));
    await runner.query(sql.grantTable('trial_notes', 'note', 'app', 'SELECT, INSERT, UPDATE'));
    await runner.query(sql.grantTable('trial_notes', 'due', 'app', 'SELECT, INSERT'));
    await runner.query(sql.grantTable('trial_notes', 'due', 'worker', 'SELECT, DELETE'));
  }

  async down(): Promise<void> {}
}

/** Exempts every statement from the check for full scans: the tables of these tests are tiny. */
export const ownStatements = [/./];

export const tables = { service: 'trial-notes', migrations: [CreateNotes202611210900], entities: [Note] };

export const insert = (tx: Tx, county: string, id: number, amount = '100'): Promise<number> =>
  tx.run(`INSERT INTO note VALUES ($1, $2, $3, '2026-11-21')`, [county, id, amount]);
