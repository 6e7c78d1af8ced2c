import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a section was at a version; the newest equals the section itself. */
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

  /** Why it was saved, in its saver's words. */
  @Column('text', { default: '' })
  reason: string;

  @Column('timestamp with time zone', { name: 'updated_at' })
  updatedAt: Date;
}
