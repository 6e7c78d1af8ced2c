import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many accounts or users of a county have a given status; triggers keep the number up to date. */
@Entity('tally')
export class TallyRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  /** The name of the table: account or app_user. */
  @PrimaryColumn('text')
  subject: string;

  @PrimaryColumn('text')
  status: string;

  @Column('integer')
  total: number;
}
