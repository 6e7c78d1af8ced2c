import type { SearchType } from '@portal/proto/http/search-types';
import type { AccountTerms } from '@portal/proto/rpc/actor';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account pays for its users; the `payments` service keeps the account's money under the same id. */
@Entity('account')
export class AccountRow implements AccountTerms {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** The name in lower case, written by a trigger; look-ups use this column. */
  @Column({
    type: 'text',
    name: 'name_key',
    collation: 'C',
    nullable: true,
    select: false,
    insert: false,
    update: false,
  })
  readonly nameKey?: string;

  @Column('text')
  status: 'A' | 'I';

  @Column('text', { name: 'account_type' })
  accountType: AccountTerms['accountType'];

  @Column('text', { name: 'payment_method' })
  paymentMethod: AccountTerms['paymentMethod'];

  @Column('text', { name: 'image_charge_method' })
  imageChargeMethod: AccountTerms['imageChargeMethod'];

  @Column('text', { name: 'certificate_charge_method' })
  certificateChargeMethod: AccountTerms['certificateChargeMethod'];

  @Column('boolean', { name: 'image_retrieval' })
  imageRetrieval: boolean;

  @Column('boolean', { name: 'preview_retrieval' })
  previewRetrieval: boolean;

  @Column('boolean', { name: 'certificate_retrieval' })
  certificateRetrieval: boolean;

  @Column('boolean', { name: 'certificate_preview_retrieval' })
  certificatePreviewRetrieval: boolean;

  @Column('boolean', { name: 'user_reload', default: false })
  userReload: boolean;

  /** The kinds of search that the account may use; null means every kind that the county enables. */
  @Column('text', { name: 'search_list', array: true, nullable: true })
  searchList: SearchType[] | null;

  /** The monthly fee in cents. */
  @Column('integer', { name: 'monthly_fee', default: 0 })
  monthlyFee: number;

  /** The number of the flat-fee option that the account has, 1 for the county's first one; 0 for none. */
  @Column('smallint', { name: 'flat_fee_rate_level', default: 0 })
  flatFeeRateLevel: number;

  @Column('text', { default: '' })
  address: string;

  @Column('text', { default: '' })
  city: string;

  /** The postal abbreviation of the state, for example MN. */
  @Column('text', { default: '' })
  state: string;

  @Column('text', { default: '' })
  zip: string;

  @Column('text', { default: '' })
  phone: string;

  @Column('text', { default: '' })
  email: string;

  /** The account number in the office's own system, digits only. */
  @Column('text', { name: 'land_link_account', default: '' })
  landLinkAccount: string;

  @Column('boolean', { name: 'post_to_land_link', default: true })
  postToLandLink: boolean;

  /** The day up to which the account has been billed and its images have been renewed. */
  @Column('date', { name: 'last_tasks', default: () => 'CURRENT_DATE' })
  lastTasks: string;

  /** When staff last changed `last_tasks`. */
  @Column('timestamp with time zone', {
    name: 'last_tasks_at',
    default: () => "'2000-01-01 00:00:00+00'",
  })
  lastTasksAt: Date;

  /** True if the billing service has reported that the monthly fee is due. */
  @Column('boolean', { name: 'needs_billing', default: false })
  needsBilling: boolean;

  /** True if the billing service has reported that the monthly renewal of images is due. */
  @Column('boolean', { name: 'needs_image_renewal', default: false })
  needsImageRenewal: boolean;

  /** The key of the last save and the version that it made (save-key.ts). */
  @Column('text', { name: 'last_save', nullable: true, select: false })
  lastSave: string | null;

  /** The id of the user who made the last save. */
  @Column('uuid', { name: 'saved_by', nullable: true, select: false })
  savedBy: string | null;

  @Column('timestamp with time zone', { name: 'saved_at', nullable: true, select: false })
  savedAt: Date | null;

  @Column('timestamp with time zone', { name: 'updated_at' })
  updatedAt: Date;
}
