import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Separate from the user's row, so that no list of users can include it. */
@Entity('credential')
export class CredentialRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  /** PHC string of argon2id. */
  @Column('text')
  hash: string;

  /** Wrong passwords since the last right one that count toward the lock. */
  @Column('integer')
  failures: number;

  @Column('timestamp with time zone', { name: 'changed_at' })
  changedAt: Date;
}
