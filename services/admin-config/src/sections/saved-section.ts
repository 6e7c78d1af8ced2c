import { Column, PrimaryColumn } from 'typeorm';

/**
 * The columns that the tables of sections and of their versions share. `value` is checked against the schema before it
 * is saved.
 */
export abstract class SavedSection {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('text')
  name: string;

  @Column('jsonb')
  value: unknown;

  @Column('text', { name: 'updated_by' })
  updatedBy: string;

  /** The username that the person who saved the version had at that time. */
  @Column('text', { name: 'saved_by', default: '' })
  savedBy: string;

  /** Why the version was saved, in the words of the person who saved it. */
  @Column('text', { default: '' })
  reason: string;

  @Column('timestamp with time zone', { name: 'updated_at' })
  updatedAt: Date;
}
