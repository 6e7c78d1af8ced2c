import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is kept of a deleted account, because the ledger refers to accounts by id. */
@Entity('former_account')
export class FormerAccountRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { name: 'land_link_account', default: '' })
  landLinkAccount: string;

  @Column('boolean', { name: 'post_to_land_link', default: true })
  postToLandLink: boolean;

  @Column('timestamp with time zone', { name: 'deleted_at' })
  deletedAt: Date;
}
