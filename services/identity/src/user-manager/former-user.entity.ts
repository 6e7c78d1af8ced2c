import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name of a deleted user, kept for purchases and records that refer to users by id. */
@Entity('former_user')
export class FormerUserRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  username: string;

  @Column('uuid', { name: 'account_id', nullable: true })
  accountId: string | null;

  @Column('timestamp with time zone', { name: 'deleted_at' })
  deletedAt: Date;
}
