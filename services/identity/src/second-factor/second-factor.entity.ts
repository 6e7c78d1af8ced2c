import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a member of staff adds to the password. */
@Entity('second_factor')
export class SecondFactorRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  /** Encrypted; see `SecondFactorVault`. */
  @Column('text', { name: 'sealed_key' })
  sealedKey: string;

  /** null as long as no code has shown that the key arrived: it counts for nothing then. */
  @Column('timestamp with time zone', { name: 'confirmed_at', nullable: true })
  confirmedAt: Date | null;

  /** Step of the newest code that was taken; codes of it and of those before are refused. */
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

  /** SHA-256; the row goes with its use. */
  @PrimaryColumn('text', { name: 'code_hash' })
  codeHash: string;
}
