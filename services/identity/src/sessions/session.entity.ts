import type { Language } from '@portal/proto/roles';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The reason in the event SessionEnded. EXPIRED: the session was idle for too long or is too old. DEACTIVATED: the user
 * may not sign in anymore.
 */
export type EndReason = 'SIGNED_OUT' | 'EXPIRED' | 'REPLACED' | 'ENDED_BY_STAFF' | 'DEACTIVATED';

@Entity('session')
export class SessionRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** SHA-256, base64url. The token itself is not stored. */
  @Column('text', { name: 'token_hash' })
  tokenHash: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  /** The language that the user chose on the login page. */
  @Column('text')
  language: Language;

  @Column('timestamp with time zone', { name: 'created_at' })
  createdAt: Date;

  /** The time of the last visit; visits are recorded at most once a minute. */
  @Column('timestamp with time zone', { name: 'last_seen' })
  lastSeen: Date;

  /**
   * When the user last proved their identity, after the sign-in or at the county's identity provider; null if neither
   * has happened.
   */
  @Column('timestamp with time zone', { name: 'proved_at', nullable: true })
  provedAt: Date | null;

  /**
   * The id of the session at the county's identity provider; empty when the provider gave none, null after a sign-in
   * with a password.
   */
  @Column('text', { name: 'provider_sid', nullable: true })
  providerSid: string | null;

  /**
   * The id of the account view that the staff user has begun in this session; all columns of the view are null without
   * a view.
   */
  @Column('uuid', { name: 'view_id', nullable: true })
  viewId: string | null;

  @Column('uuid', { name: 'view_account', nullable: true })
  viewAccount: string | null;

  @Column('timestamp with time zone', { name: 'view_began_at', nullable: true })
  viewBeganAt: Date | null;

  @Column('timestamp with time zone', { name: 'view_until', nullable: true })
  viewUntil: Date | null;

  @Column('timestamp with time zone', { name: 'ended_at', nullable: true })
  endedAt: Date | null;

  @Column('text', { name: 'end_reason', nullable: true })
  endReason: EndReason | null;
}
