import type { SignUpRequest } from '@portal/proto/http/people';
import type { Language } from '@portal/proto/roles';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a letter answers. Who asked learns nothing: what is sent, and whether, is decided when it is written. */
export type LetterKind =
  | 'REGISTRATION'
  | 'USERNAME'
  | 'PASSWORD'
  | 'NEW_EMAIL'
  | 'PASSWORD_CHANGED'
  | 'EMAIL_CHANGED'
  | 'OFFICE_ENTRY';

/** A registration on its way: the password is hashed already. */
export type Registration = Omit<SignUpRequest, 'password' | 'language'> & { readonly hash: string };

/** What the office has posted to an account, as its letter tells it. */
export interface OfficeLetter {
  /** Number of the receipt. */
  readonly entry: string;
  readonly kind: 'PAYMENT' | 'REFUND' | 'CORRECTION';
  readonly account: string;
  /** Cents that the account has more, or less. */
  readonly amount: number;
  readonly number: string;
  readonly note: string;
}

/** A mail that is asked for and not sent yet. The row goes with the mail. */
@Entity('letter')
export class LetterRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  kind: LetterKind;

  @Column('text')
  email: string;

  @Column('text')
  username: string;

  /** Known for letters to a user; for a registration as soon as its user is made. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId: string | null;

  @Column('text')
  language: Language;

  @Column('jsonb', { nullable: true })
  registration: Registration | null;

  @Column('jsonb', { nullable: true })
  office: OfficeLetter | null;

  /** Beyond the usual share of its address: it goes only when the user has no link that still works. */
  @Column('boolean', { default: false })
  spare: boolean;

  /** From where it was asked for, as the throttles name it; empty where that does not matter. */
  @Column('text', { default: '' })
  place: string;

  @Column('timestamp with time zone', { name: 'requested_at' })
  requestedAt: Date;

  /** When the next try may begin. */
  @Column('timestamp with time zone', { name: 'due_at' })
  dueAt: Date;

  @Column('integer')
  tries: number;
}
