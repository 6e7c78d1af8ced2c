import { documentTypeOf, type DocumentKey } from '@portal/proto/document-key';
import { isStaff } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';

/** The document type of Torrens certificates, which have separate rights. */
const certificateType = 'C';

const staffOrSystem = ({ role }: Actor): boolean =>
  role === 'SYSTEM' || (role !== 'ANONYMOUS' && isStaff(role));

/** True for actors who may preview the document's images, whether or not they may buy them (DECISIONS.md#spec-1). */
export function mayPreview(actor: Actor, documentKey: DocumentKey): boolean {
  if (staffOrSystem(actor)) return true;
  const { terms } = actor;
  if (!terms) return false;
  return documentTypeOf(documentKey) === certificateType
    ? terms.certificateRetrieval || terms.certificatePreviewRetrieval
    : terms.imageRetrieval || terms.previewRetrieval;
}

/** True for staff, the only people who may see a sealed document's pages. */
const maySeeSealed = ({ role }: Actor): boolean => role !== 'SYSTEM' && role !== 'ANONYMOUS' && isStaff(role);

/**
 * True if the actor may not see the record. A record that the index no longer has is hidden from everyone, even staff.
 */
export const isHiddenFrom = (
  actor: Actor,
  { sealed, removed }: { readonly sealed: boolean; readonly removed: boolean },
): boolean => removed || (sealed && !maySeeSealed(actor));
