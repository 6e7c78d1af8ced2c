import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which version of a document's pages is shown. */
@Entity('document_images')
export class DocumentImagesRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('text', { name: 'document_key' })
  documentKey: string;

  /** Rises whenever the pages change. */
  @Column('integer')
  version: number;

  @Column('integer', { name: 'page_count' })
  pageCount: number;

  /** Of the files and page ranges it came from: an import that brings the same again has nothing to do. */
  @Column('text', { name: 'source_digest' })
  sourceDigest: string;

  @Column('timestamp with time zone', { name: 'updated_at' })
  updatedAt: Date;
}

/** Copy of search's knowledge, kept by its facts: a sealed document's pages are shown to nobody but staff. */
@Entity('sealed_document')
export class SealedDocumentRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('text', { name: 'document_key' })
  documentKey: string;

  @Column('timestamp with time zone', { name: 'sealed_at' })
  sealedAt: Date;
}

/** The same of records that the index does not have any more: nobody sees their pages. */
@Entity('removed_document')
export class RemovedDocumentRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('text', { name: 'document_key' })
  documentKey: string;

  @Column('timestamp with time zone', { name: 'removed_at' })
  removedAt: Date;
}
