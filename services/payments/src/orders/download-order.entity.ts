import type { Asset, Funding } from '@portal/proto/rpc/payments';
import type { DocumentDescription } from '@portal/proto/rpc/search';
import type { ChargeMethod } from '@portal/proto/roles';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ImageRates } from '../prices/price.rules.js';
import { bigintColumn } from './bigint-column.js';
import type { OrderState } from './order.states.js';

/** A priced selection of pages, and its outcome. */
@Entity({ schema: 'payments', name: 'download_order' })
export class DownloadOrder {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'county_id' })
  countyId: string;

  @Column('uuid', { name: 'image_state_id' })
  imageStateId: string;

  @Column('text', { name: 'user_id' })
  userId: string;

  @Column('text')
  username: string;

  /** Account that is charged and gets the pages; null for staff and guests. */
  @Column('uuid', { name: 'account_id', nullable: true })
  accountId: string | null;

  @Column('text')
  state: OrderState;

  @Column('text', { name: 'document_key' })
  documentKey: string;

  @Column('jsonb')
  document: DocumentDescription;

  @Column('int', { name: 'document_version' })
  documentVersion: number;

  /** Pages of the PDF, ascending. */
  @Column('int', { array: true })
  pages: number[];

  /** Pages that the account gets with the payment. */
  @Column('int', { name: 'granted_pages', array: true })
  grantedPages: number[];

  @Column('int', { name: 'already_purchased', array: true })
  alreadyPurchased: number[];

  /** How the order is paid. If it was paid and nothing was charged, the value is FREE. */
  @Column('text')
  funding: Funding;

  @Column('text')
  asset: Asset;

  @Column('text', { name: 'charge_method' })
  chargeMethod: ChargeMethod;

  /** Prices at the time when the order was priced. */
  @Column('jsonb')
  rates: ImageRates;

  @Column('text', { name: 'tariff_version' })
  tariffVersion: string;

  /** True if the account's bundle was unlimited when the order became HELD. */
  @Column('boolean', { default: false })
  unlimited: boolean;

  /** Price shown, in cents or images. */
  @Column('bigint', { name: 'charge_minor', transformer: bigintColumn })
  chargeMinor: bigint;

  /** Amount taken; null before payment. */
  @Column('bigint', { name: 'charged_minor', nullable: true, transformer: bigintColumn })
  chargedMinor: bigint | null;

  @Column('text', { name: 'object_key', nullable: true })
  objectKey: string | null;

  @Column('text', { name: 'object_sha256', nullable: true })
  objectSha256: string | null;

  @Column('bigint', { name: 'object_size', nullable: true, transformer: bigintColumn })
  objectSize: bigint | null;

  /** The number of attempts to write the PDF and charge the order. */
  @Column('smallint', { default: 0 })
  attempts: number;

  /** The attempt that works on the order; its lease ends at `leaseUntil`, by the clock of the database. */
  @Column('text', { name: 'lease_owner', nullable: true })
  leaseOwner: string | null;

  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil: Date | null;

  @Column('timestamptz', { name: 'held_at', nullable: true })
  heldAt: Date | null;

  /** When the order was paid or voided. */
  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;

  /** The reason for voiding the order: an error code, CANCELLED, EXPIRED or TOO_MANY_TRIES. */
  @Column('text', { nullable: true })
  failure: string | null;

  @Column('text', { name: 'correlation_id' })
  correlationId: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
