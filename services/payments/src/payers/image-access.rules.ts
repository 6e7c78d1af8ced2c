import type { Actor } from '@portal/proto/rpc/actor';
import { CERTIFICATE } from './payer.rules.js';
import { standingOf } from './standing.rules.js';

export type ImageAccess = 'DOWNLOAD' | 'PREVIEW' | 'NONE';

/** Returns the actor's rights to the images of a document; certificates have separate rights. */
export function imageAccess(actor: Actor, documentType: string): ImageAccess {
  const { terms } = actor;
  const { isStaff, isMember, isGuest } = standingOf(actor);
  if (isStaff) return 'DOWNLOAD';
  if (!terms || !(isMember || isGuest)) return 'NONE';
  const certificate = documentType === CERTIFICATE;
  if (certificate ? terms.certificateRetrieval : terms.imageRetrieval) return 'DOWNLOAD';
  return (certificate ? terms.certificatePreviewRetrieval : terms.previewRetrieval) ? 'PREVIEW' : 'NONE';
}
