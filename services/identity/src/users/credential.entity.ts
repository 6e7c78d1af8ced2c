import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The hash of a user's password. It is stored separately from the user's row, so that no list of users can include it.
 */
@Entity('credential')
export class CredentialRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  /** The argon2id hash as a PHC string. */
  @Column('text')
  hash: string;

  /** The number of wrong passwords that count toward the lock, since the last right one. */
  @Column('integer')
  failures: number;

  @Column('timestamp with time zone', { name: 'changed_at' })
  changedAt: Date;
}
