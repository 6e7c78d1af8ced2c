import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The current version of a section; `value` was parsed when it was saved. */
@Entity('section')
export class SectionRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('text')
  name: string;

  @Column('integer')
  version: number;

  @Column('jsonb')
  value: unknown;

  @Column('text', { name: 'updated_by' })
  updatedBy: string;

  /** Username at the time. */
  @Column('text', { name: 'saved_by', default: '' })
  savedBy: string;

  /** The reason in the words of the person who saved it. */
  @Column('text', { default: '' })
  reason: string;

  @Column('timestamp with time zone', { name: 'updated_at' })
  updatedAt: Date;
}
