import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { RecordOf } from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import { callErrorOf } from '../../shared/http/api.js';
import { reportToServer } from '../../shared/http/client-log.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUsageBalanceMutation } from '../../shared/session.api.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { useMedia } from '../../shared/use-media.js';
import { raiseMoved, useModal } from '../../ui/components/dialog.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Icon } from '../../ui/components/icon.js';
import { RecordSteps } from '../../ui/components/record-steps.js';
import type { RecordSteps as Steps } from '../../shared/image-request.js';
import { Border } from './border.js';
import { DetailActions } from './detail-actions.js';
import { focusSelected } from './focus.js';
import type { Badge, ResultView } from './result-view.js';
import { useRecordDetailsQuery } from './results.api.js';

const readFailed = () => import('./details-failed.js');
const DetailsFailed = lazy(async () => ({ default: (await readFailed()).DetailsFailed }));

/**
 * The screens on which the pane is a sheet over the list (web/DESIGN.md#details-beside-the-list). Print is left out,
 * because on paper the details follow the list.
 */
const narrow = 'screen and (max-width: 69.9375em), screen and (max-height: 33.99rem)';

interface DetailPaneProps<K extends ResultKind> {
  view: ResultView<K>;
  /** Key of the selected record. */
  id: string | undefined;
  /** The row of the selected record, if the list contains it. */
  row: RecordOf<K> | undefined;
  steps: Steps;
  onImages(id: string, record: RecordOf<K> | undefined): void;
  onKeys(): void;
  nothingSelected(): void;
  onClose(): void;
}

/** Details of the selected record, loaded on selection (B4-16). */
export function DetailPane<K extends ResultKind>(props: DetailPaneProps<K>) {
  const { id, onClose } = props;
  const isSheet = useMedia(narrow);
  const titleId = useId();
  const [host] = useState(() => document.createElement('div'));
  const focused = useRef<HTMLElement>(null);
  if (isSheet && !id) return null;
  const frame = { titleId, host, focused };
  return (
    <>
      {isSheet ? <Sheet {...frame} onClose={onClose} /> : <Beside {...frame} />}
      {createPortal(<DetailContent {...props} titleId={titleId} isSheet={isSheet} />, host)}
    </>
  );
}

interface FrameProps {
  titleId: string;
  /**
   * The element with the details. When the user turns the screen, this element and the open windows of the details move
   * from the pane to the sheet or back.
   */
  host: HTMLElement;
  /** The element that last had the focus. */
  focused: RefObject<HTMLElement | null>;
}

/**
 * Moves the details into their frame, which is the pane or the sheet. When the frame closes, stores which element had
 * the focus, so that the next frame can restore it. If the browser has already taken the focus from the hidden content,
 * stores the last focused element.
 */
const useHost = (place: RefObject<HTMLElement | null>, { host, focused }: FrameProps): void => {
  useLayoutEffect(() => {
    place.current?.append(host);
    let last: HTMLElement | null = null;
    const onFocus = ({ target }: FocusEvent): void => {
      last = target instanceof HTMLElement ? target : null;
    };
    const onLeave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !host.contains(relatedTarget)) last = null;
    };
    host.addEventListener('focusin', onFocus);
    host.addEventListener('focusout', onLeave);
    return () => {
      host.removeEventListener('focusin', onFocus);
      host.removeEventListener('focusout', onLeave);
      const active = document.activeElement;
      const inside = active instanceof HTMLElement && host.contains(active) ? active : null;
      focused.current = active === document.body ? last : inside;
    };
  }, [place, host, focused]);
};

/** Restores focus and windows of the details after the frame has opened. */
const useFormerFocus = ({ host, focused }: FrameProps, whenMoved?: (host: HTMLElement) => void): void => {
  useEffect(() => {
    whenMoved?.(host);
    if (focused.current?.isConnected) focused.current.focus();
  }, [host, focused, whenMoved]);
};

function Beside(props: FrameProps) {
  const ref = useRef<HTMLElement>(null);
  useHost(ref, props);
  useFormerFocus(props, raiseMoved);
  return (
    <>
      <Border />
      <section className="detail" aria-labelledby={props.titleId} ref={ref} />
    </>
  );
}

function Sheet({ onClose, ...props }: FrameProps & { onClose: () => void }) {
  useLayoutEffect(focusSelected, []);
  const ref = useModal(onClose, { below: true });
  useHost(ref, props);
  useFormerFocus(props);
  return <dialog className="detail is-open" aria-labelledby={props.titleId} ref={ref} />;
}

/**
 * Requests the balance after a user who pays by card has opened a record. Details may cost something, and the answer
 * with the details does not contain the balance.
 */
const useBalanceAfter = (record: unknown): void => {
  const { userId, paymentMethod } = useUser() ?? {};
  const [readBalance] = useUsageBalanceMutation();
  useEffect(() => {
    if (record && userId && paymentMethod === 'CREDIT_CARD') void readBalance(userId);
  }, [record, userId, paymentMethod, readBalance]);
};

/** The record of the details; a failure is logged and shown in the pane without an alert (B6-07). */
const useDetails = <K extends ResultKind>({
  view,
  id,
  row,
}: Pick<DetailPaneProps<K>, 'view' | 'id' | 'row'>) => {
  const terms = { t: useTexts(), county: useCounty() };
  const description = row ? view.title(row, terms) : '';
  const query = useRecordDetailsQuery({ kind: view.kind, docId: id ?? '', description }, { skip: !id });
  useBalanceAfter(query.data);
  useEffect(() => {
    if (query.error === undefined || callErrorOf(query.error).kind === 'unpaid') return;
    reportToServer('error', `details of ${view.kind}: ${callErrorOf(query.error).kind}`);
  }, [query.error, view.kind]);
  const error = query.error === undefined ? undefined : callErrorOf(query.error);
  // The cast is safe: the answer was parsed with the schema of this kind.
  return { record: query.currentData as RecordOf<K> | undefined, error, refetch: () => void query.refetch() };
};

interface DetailContentProps<K extends ResultKind> extends DetailPaneProps<K> {
  titleId: string;
  isSheet: boolean;
}

function DetailContent<K extends ResultKind>(props: DetailContentProps<K>) {
  const { view, id, row, titleId } = props;
  const t = useTexts();
  const county = useCounty();
  const { record, error, refetch } = useDetails(props);
  const { Details } = view;
  // loads the failure message in advance, because it cannot be loaded once the connection is lost
  useEffect(() => void readFailed().catch(() => undefined), []);
  // takes the title from the row until the record arrives, so that nothing below the title moves then
  const named = record ?? row;
  const tryAgain = (): void => {
    document.getElementById(titleId)?.focus();
    refetch();
  };
  return (
    <>
      <div className="detail__head">
        <HeadLine {...props} />
        <div className="detail__title">
          <h2 id={titleId} tabIndex={-1} data-autofocus>
            {named ? view.title(named, { t, county }) : t('results:detail.title')}
          </h2>
          {named && <TitleBadge badge={view.badge(named, { t, county })} />}
        </div>
        <DetailActions {...props} record={record} />
      </div>
      {!id && <EmptyState icon="document" title={t('results:detail.empty')} />}
      <Suspense>
        {error && <DetailsFailed error={error} onTryAgain={tryAgain} onBackOnline={refetch} />}
      </Suspense>
      {id && !record && !error && <PendingDetails />}
      {record && (
        <Suspense fallback={<PendingDetails />}>
          <div className="detail__body" key={id}>
            <Details record={record} />
          </div>
        </Suspense>
      )}
    </>
  );
}

/** The button that leaves the sheet, the steps to the previous and next record, and the keyboard help. */
function HeadLine<K extends ResultKind>({ isSheet, steps, onKeys, onClose }: DetailContentProps<K>) {
  const t = useTexts();
  return (
    <div className="detail__nav">
      {isSheet && (
        <button className="btn btn--quiet btn--sm detail__close" type="button" onClick={onClose}>
          <Icon name="arrow-left" /> {t('results:detail.back')}
        </button>
      )}
      <RecordSteps steps={steps} />
      <button
        className="btn btn--quiet btn--sm no-phone"
        type="button"
        aria-keyshortcuts="?"
        onClick={onKeys}
      >
        {t('workbench:keys.open')}
      </button>
    </div>
  );
}

const toneOf = { plain: '', success: ' badge--success', warning: ' badge--warning' } as const;

function TitleBadge({ badge }: { badge: Badge | undefined }) {
  if (!badge) return null;
  return (
    <span className={`badge${toneOf[badge.tone]}`}>
      {badge.tone === 'success' && <Icon name="check" />} {badge.text}
    </span>
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
