import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One picture of a county; several documents may show it. */
@Entity('page_image')
export class PageImageRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  /** `pageHash` of the picture's bytes and form. */
  @PrimaryColumn('text')
  sha256: string;

  @Column('text')
  kind: 'G4' | 'JPEG';

  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  @Column('double precision', { name: 'x_dpi' })
  xDpi: number;

  @Column('double precision', { name: 'y_dpi' })
  yDpi: number;

  @Column('smallint')
  orientation: number;

  @Column('smallint')
  photometric: 0 | 1;

  @Column('smallint')
  components: 1 | 3;

  @Column('integer')
  rows: number;

  @Column('boolean')
  damaged: boolean;

  /** The size of the stored object in bytes. */
  @Column('integer')
  bytes: number;
}

/** The pages of one version of a document. */
@Entity('document_page')
export class DocumentPageRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('text', { name: 'document_key' })
  documentKey: string;

  @PrimaryColumn('integer')
  version: number;

  @PrimaryColumn('integer')
  page: number;

  @Column('text')
  sha256: string;
}
