import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { VisitPurpose } from './provider-visit.rules.js';

/**
 * Links a person at the county's identity provider to a user of the portal. Such a user has no password at the portal.
 */
@Entity('provider_user')
export class ProviderUserRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  issuer: string;

  @Column('text')
  subject: string;

  /**
   * True for a user who was deactivated after leaving all groups of the county; joining a group activates the user
   * again.
   */
  @Column('boolean', { name: 'left_groups' })
  leftGroups: boolean;
}

/** A visit to the identity provider's page. A visit is used once, and then its row is deleted. */
@Entity('provider_visit')
export class ProviderVisitRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  /** SHA-256 of the state, base64url. */
  @PrimaryColumn('text', { name: 'state_hash' })
  stateHash: string;

  /** SHA-256 of the browser's cookie, base64url. */
  @Column('text', { name: 'browser_hash' })
  browserHash: string;

  @Column('text')
  purpose: VisitPurpose;

  /** The session whose user proves their identity during the visit; null if the visit is for a sign-in. */
  @Column('uuid', { name: 'session_id', nullable: true })
  sessionId: string | null;

  @Column('timestamp with time zone', { name: 'began_at' })
  beganAt: Date;
}

/** A logout token that was used. The row is kept until the token is so old that it would be refused anyway. */
@Entity('provider_logout')
export class ProviderLogoutRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  /** SHA-256 of the token's id, base64url. */
  @PrimaryColumn('text', { name: 'token_hash' })
  tokenHash: string;

  @Column('timestamp with time zone', { name: 'used_at' })
  usedAt: Date;
}
