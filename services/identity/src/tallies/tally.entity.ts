import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many rows of a status a county has; triggers keep it. */
@Entity('tally')
export class TallyRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  /** A table: account, app_user. */
  @PrimaryColumn('text')
  subject: string;

  @PrimaryColumn('text')
  status: string;

  @Column('integer')
  total: number;
}
