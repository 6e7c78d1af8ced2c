import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A PDF that is in the object store, so that it is not made again for the next download. */
@Entity('rendered_pdf')
export class RenderedPdfRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('text', { name: 'document_key' })
  documentKey: string;

  @PrimaryColumn('integer')
  version: number;

  /** Hash of the pages in their order, and of the title. */
  @PrimaryColumn('text')
  selection: string;

  @Column('text', { name: 'object_key' })
  objectKey: string;

  @Column('text')
  sha256: string;

  @Column('bigint')
  size: string;

  @Column('timestamp with time zone', { name: 'rendered_at' })
  renderedAt: Date;
}
