import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name of a deleted account, for the ledger, which refers to accounts by id. */
@Entity('former_account')
export class FormerAccountRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('timestamp with time zone', { name: 'deleted_at' })
  deletedAt: Date;
}
