import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A section's value at a version; the newest equals the section itself. */
@Entity('section_version')
export class SectionVersionRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('text')
  name: string;

  @PrimaryColumn('integer')
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
