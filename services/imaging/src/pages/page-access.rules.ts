import { documentTypeOf, type DocumentKey } from '@portal/proto/document-key';
import { isStaff } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';

/** Torrens certificates have rights of their own. */
const certificateType = 'C';

const staffOrSystem = ({ role }: Actor): boolean =>
  role === 'SYSTEM' || (role !== 'ANONYMOUS' && isStaff(role));

/** Who may see previews: with the right to retrieve, or only to preview (DECISIONS.md#spec-1). */
export function mayPreview(actor: Actor, documentKey: DocumentKey): boolean {
  if (staffOrSystem(actor)) return true;
  const { terms } = actor;
  if (!terms) return false;
  return documentTypeOf(documentKey) === certificateType
    ? terms.certificateRetrieval || terms.certificatePreviewRetrieval
    : terms.imageRetrieval || terms.previewRetrieval;
}

/** A sealed document's pages are for the county's own people. */
const maySeeSealed = ({ role }: Actor): boolean => role !== 'SYSTEM' && role !== 'ANONYMOUS' && isStaff(role);

/** What the index does not have any more is there for nobody, not even for them. */
export const isHiddenFrom = (
  actor: Actor,
  { sealed, removed }: { readonly sealed: boolean; readonly removed: boolean },
): boolean => removed || (sealed && !maySeeSealed(actor));
