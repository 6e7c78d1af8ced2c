import { Column, Entity, PrimaryColumn } from 'typeorm';

export type TicketPurpose = 'REGISTRATION' | 'PASSWORD' | 'EMAIL';

/** A link that was mailed. It works once and for one purpose. */
@Entity('ticket')
export class TicketRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  purpose: TicketPurpose;

  /** The SHA-256 of the ticket in base64url. Only the e-mail contains the ticket itself (S16). */
  @Column('text', { name: 'ticket_hash' })
  ticketHash: string;

  @Column('timestamp with time zone', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamp with time zone', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamp with time zone', { name: 'used_at', nullable: true })
  usedAt: Date | null;
}
