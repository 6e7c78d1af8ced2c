import { useId, useSyncExternalStore, type ReactNode } from 'react';
import type { DocumentResult } from '@portal/proto/http/search-results';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { openImages } from '../../shared/image-request.js';
import { useDocumentDetailsQuery } from '../../shared/record.api.js';
import { useUser } from '../../shared/state/selectors.js';
import { useModal } from '../../ui/components/dialog.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Icon } from '../../ui/components/icon.js';
import { DocumentDetails } from './document-details.js';

/** Where the pane cannot stand beside the list it is a sheet over it (look/README 'How it adapts'). */
const narrow = '(max-width: 1119px), (max-height: 33.99rem)';
const onResize = (changed: () => void): (() => void) => {
  const query = matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};
const useSheet = (): boolean => useSyncExternalStore(onResize, () => matchMedia(narrow).matches);

interface DetailPaneProps {
  docId: string | undefined;
  description: string;
  onClose(): void;
}

/** Details of the selected document, loaded when it is selected (B4-16). */
export function DetailPane({ docId, description, onClose }: DetailPaneProps) {
  const isSheet = useSheet();
  const titleId = useId();
  const query = useDocumentDetailsQuery({ docId: docId ?? '', description }, { skip: !docId });
  const content = (
    <DetailContent docId={docId} titleId={titleId} isSheet={isSheet} onClose={onClose} query={query} />
  );
  if (!isSheet) {
    return (
      <section className="detail" aria-labelledby={titleId}>
        {content}
      </section>
    );
  }
  return docId ? (
    <Sheet titleId={titleId} onClose={onClose}>
      {content}
    </Sheet>
  ) : null;
}

function Sheet({
  titleId,
  onClose,
  children,
}: {
  titleId: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = useModal(onClose);
  return (
    <dialog className="detail is-open" aria-labelledby={titleId} ref={ref}>
      {children}
    </dialog>
  );
}

interface DetailContentProps {
  docId: string | undefined;
  titleId: string;
  isSheet: boolean;
  onClose(): void;
  query: { currentData?: DocumentResult | undefined; error?: unknown; refetch(): unknown };
}

function DetailContent({ docId, titleId, isSheet, onClose, query }: DetailContentProps) {
  const t = useTexts();
  const document = query.currentData;
  return (
    <>
      <div className="detail__head">
        {isSheet && (
          <button className="btn btn--quiet btn--sm detail__close" type="button" onClick={onClose}>
            <Icon name="arrow-left" /> {t('results:detail.back')}
          </button>
        )}
        <div className="detail__title">
          <h2 id={titleId} tabIndex={-1} data-autofocus>
            {document?.instrumentDescription ?? t('results:detail.title')}
          </h2>
          {document && <VerifiedBadge status={document.verifiedStatus} />}
        </div>
        <ImageButton document={document} />
      </div>
      {!docId && <EmptyState icon="document" title={t('results:detail.empty')} />}
      {docId && query.error ? (
        <EmptyState icon="error" failed title={t('results:detail.failed')}>
          <p>{windowErrorText(t, callErrorOf(query.error))}</p>
          <button className="btn btn--sm" type="button" onClick={() => query.refetch()}>
            <Icon name="refresh" /> {t('results:tryAgain')}
          </button>
        </EmptyState>
      ) : null}
      {docId && !document && !query.error && <PendingDetails />}
      {document && <DocumentDetails document={document} />}
    </>
  );
}

function VerifiedBadge({ status }: { status: string }) {
  const t = useTexts();
  if (status === '') return null;
  const verified = status.toLowerCase() === 'verified';
  return (
    <span className={verified ? 'badge badge--success' : 'badge'}>
      {verified && <Icon name="check" />} {verified ? t('results:detail.verified') : status}
    </span>
  );
}

/** Opens the document's images; without a document it says what to do first (B4-22, B4-37). */
function ImageButton({ document }: { document: DocumentResult | undefined }) {
  const t = useTexts();
  const user = useUser();
  if (!user?.imageRetrieval && !user?.previewRetrieval) return null;
  const open = (): void => {
    if (document) openImages({ documentKey: document.docId, instrumentCode: document.instrumentCode });
    else void showAlert(t('results:selectDocument'), 'INFO');
  };
  return (
    <div className="detail__actions">
      <button className="btn btn--primary btn--sm" type="button" onClick={open}>
        <Icon name="image" /> {t('results:detail.image')}
      </button>
    </div>
  );
}

function PendingDetails() {
  const t = useTexts();
  return (
    <div className="detail__body" role="status">
      <span className="sr">{t('ui:loading')}</span>
      {['70', '90', '50', '70', '90', '50'].map((width, index) => (
        <span className={`skeleton skeleton--${width}`} key={index} />
      ))}
    </div>
  );
}
