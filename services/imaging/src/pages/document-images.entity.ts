import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The current version of a document's pages. */
@Entity('document_images')
export class DocumentImagesRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('text', { name: 'document_key' })
  documentKey: string;

  /** The version of the pages; it increases whenever the pages change. */
  @Column('integer')
  version: number;

  @Column('integer', { name: 'page_count' })
  pageCount: number;

  /** Digest of the source files and page ranges. An import with the same digest changes nothing. */
  @Column('text', { name: 'source_digest' })
  sourceDigest: string;

  @Column('timestamp with time zone', { name: 'updated_at' })
  updatedAt: Date;
}

/**
 * A sealed document, whose pages only staff may see. The table is a copy, updated by events of the search service.
 */
@Entity('sealed_document')
export class SealedDocumentRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('text', { name: 'document_key' })
  documentKey: string;

  @Column('timestamp with time zone', { name: 'sealed_at' })
  sealedAt: Date;
}

/**
 * A document that the index no longer has; its pages are hidden from everybody. The table is a copy, updated by events
 * of the search service.
 */
@Entity('removed_document')
export class RemovedDocumentRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('text', { name: 'document_key' })
  documentKey: string;

  @Column('timestamp with time zone', { name: 'removed_at' })
  removedAt: Date;
}
