import { signInRefusals } from '@portal/proto/http/accounts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const attemptOutcomes = ['SIGNED_IN', ...signInRefusals] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** An attempt to sign in. It never contains the typed username, because people sometimes type a password there. */
@Entity('login_attempt')
export class LoginAttemptRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** The user; null when no such user exists. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId: string | null;

  /** The IPv4 address or IPv6 network from which the attempt came. */
  @Column('text')
  address: string;

  @Column('text')
  outcome: AttemptOutcome;

  @Column('timestamp with time zone')
  at: Date;
}
