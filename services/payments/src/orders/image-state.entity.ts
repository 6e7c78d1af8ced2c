import type { PageSelectionMethod } from '@portal/proto/page-selection';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ImageStateState } from './order.states.js';

/**
 * One visit to the purchase windows, from the first price to payment, cancellation or expiry. `id` is the browser's
 * guid.
 */
@Entity({ schema: 'payments', name: 'image_state' })
export class ImageState {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'county_id' })
  countyId: string;

  @Column('text', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'session_id', nullable: true })
  sessionId: string | null;

  @Column('uuid', { name: 'account_id', nullable: true })
  accountId: string | null;

  @Column('text')
  state: ImageStateState;

  @Column('text', { name: 'document_key' })
  documentKey: string;

  @Column('text', { name: 'page_selection_method' })
  pageSelectionMethod: PageSelectionMethod;

  @Column('text', { name: 'pages_selected' })
  pagesSelected: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
