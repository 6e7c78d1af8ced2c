import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The second factor of a staff member. */
@Entity('second_factor')
export class SecondFactorRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  /** The encrypted key; see `SecondFactorVault`. */
  @Column('text', { name: 'sealed_key' })
  sealedKey: string;

  /** When a code confirmed the key; null before that. An unconfirmed key has no effect. */
  @Column('timestamp with time zone', { name: 'confirmed_at', nullable: true })
  confirmedAt: Date | null;

  /** The time step of the newest accepted code; codes of this and earlier steps are refused. */
  @Column('bigint', { name: 'last_step' })
  lastStep: string;

  @Column('timestamp with time zone', { name: 'created_at' })
  createdAt: Date;
}

@Entity('recovery_code')
export class RecoveryCodeRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  /** The SHA-256 of the code; the row is deleted when the code is used. */
  @PrimaryColumn('text', { name: 'code_hash' })
  codeHash: string;
}
