import type { MailKind } from '@portal/proto/http/account-mail';
import type { CardKeysDeed } from '@portal/proto/http/card-keys';
import type { SignUpRequest } from '@portal/proto/http/registration';
import type { ReportName } from '@portal/proto/http/reports';
import type { Language } from '@portal/proto/roles';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The reason for an e-mail. `LetterComposer` decides only later whether the e-mail is sent and what it says, so the
 * answer to the request for it reveals nothing about users.
 */
export type LetterKind = MailKind;

/** A pending registration; the password is already hashed. */
export type Registration = Omit<SignUpRequest, 'password' | 'language'> & { readonly hash: string };

/** The content of an e-mail about an entry that the office has posted to an account. */
export interface OfficeLetter {
  /** The number of the receipt. */
  readonly entry: string;
  readonly kind: 'PAYMENT' | 'REFUND' | 'CORRECTION';
  readonly account: string;
  /** The change of the account's balance in cents; negative when the balance decreases. */
  readonly amount: number;
  /** The number of the check or transfer; '' when there is none. */
  readonly number: string;
  readonly note: string;
}

/** The content of an e-mail about a task for which an account has too little money. */
export interface FundsLetter {
  readonly account: string;
  /** The amount in cents. */
  readonly amount: number;
  /** The month as YYYY-MM. */
  readonly period: string;
}

/**
 * The content of an e-mail that says how a staff member's scheduled report ended; it contains no data of the report.
 */
export interface ReportLetter {
  readonly report: ReportName;
  readonly written: boolean;
}

/** The content of an e-mail about a step in changing the county's card merchant; it never contains a key. */
export interface MerchantLetter {
  readonly deed: CardKeysDeed;
  /** The username of the person who took the step. */
  readonly by: string;
  /** The time in ISO 8601. */
  readonly at: string;
  /** The previous merchant; empty when the county had none. */
  readonly before: string;
  readonly after: string;
}

/** The content of an e-mail about the new state of an e-filed document. */
export interface FilingLetter {
  readonly state: 'SUBMITTED' | 'CORRECTION_ASKED' | 'RECORDED' | 'REJECTED' | 'WITHDRAWN';
  readonly number: string;
  readonly efileType: string;
  readonly pages: number;
  /** The number under which the document was recorded; empty until then. */
  readonly documentNumber: string;
  readonly reasons: readonly string[];
  readonly note: string;
}

/** An e-mail that has not been sent yet. Sending it deletes the row. */
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

  /** The user. Set for e-mails to a user; for a registration, set as soon as the user has been created. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId: string | null;

  @Column('text')
  language: Language;

  @Column('jsonb', { nullable: true })
  registration: Registration | null;

  @Column('jsonb', { nullable: true })
  office: OfficeLetter | null;

  @Column('jsonb', { nullable: true })
  funds: FundsLetter | null;

  @Column('jsonb', { nullable: true })
  filing: FilingLetter | null;

  @Column('jsonb', { nullable: true })
  report: ReportLetter | null;

  @Column('jsonb', { nullable: true })
  merchant: MerchantLetter | null;

  /**
   * True if the address had reached its limit of e-mails when this one was requested. Such an e-mail is sent only when
   * the user has no working link.
   */
  @Column('boolean', { default: false })
  spare: boolean;

  /**
   * The network of the request, in the form that the throttles use; empty if the e-mail does not depend on the network.
   */
  @Column('text', { default: '' })
  place: string;

  @Column('timestamp with time zone', { name: 'requested_at' })
  requestedAt: Date;

  /** The time at which the next attempt may begin. */
  @Column('timestamp with time zone', { name: 'due_at' })
  dueAt: Date;

  @Column('integer')
  tries: number;
}
