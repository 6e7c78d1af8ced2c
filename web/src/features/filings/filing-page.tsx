import { useState } from 'react';
import { useLocation } from 'react-router';
import type { QueuedDetails, QueueRow } from '@portal/proto/http/efile-queue';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useKeptFocus } from '../../shared/use-kept-focus.js';
import { leaveList, listIn, useListLeft } from '../../shared/use-list-left.js';
import { useNewAnswer } from '../../shared/use-new-answer.js';
import { usePolling } from '../../shared/use-polling.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { isMissing, NotLoaded, Outdated } from '../../ui/components/not-loaded.js';
import { Notice } from '../../ui/components/notice.js';
import { DecisionPart } from './decision-part.js';
import { FilingFacts } from './filing-facts.js';
import { useFilingQueueQuery, useQueuedFilingQuery } from './filings.api.js';
import { PageViewer } from './page-viewer.js';
import { StateBadge } from './state-badge.js';
import './filings.css';

const EVERY_MS = 30_000;

/** /efileQueue/:id: a submission with its pages, and the office's decision. */
export function FilingPage({ id }: { id: string }) {
  const t = useTexts();
  const [told, setTold] = useState('');
  const list = useListLeft('/efileQueue');
  const query = useQueuedFilingQuery(id, { refetchOnMountOrArgChange: true });
  const { data, isError, refetch } = query;
  const keepFocus = useKeptFocus();
  const changed = (message: string): void => {
    keepFocus();
    setTold(message);
    void refetch();
  };
  const shown = isMissing(query) ? undefined : data;
  const title = shown ? titleOf(shown, t) : t('access:efileQueue.title');
  return (
    <div className="content content--center stack">
      <p>
        <Link className="btn btn--quiet btn--sm" to={list}>
          <Icon name="chevron-left" /> {t('filings:close')}
        </Link>
      </p>
      <div aria-live="polite">
        {told !== '' && (
          <Notice tone="success" title={told}>
            <NextFiling decided={id} />
          </Notice>
        )}
      </div>
      {/* The heading stays the same element when the document has loaded, because the focus is on it. */}
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{title}</h1>
          {shown && <StateBadge filing={shown} />}
        </div>
      </div>
      {isError && !shown && <NotLoaded query={query} icon="document" missing={t('filings:notFound')} />}
      {isError && shown && <Outdated query={query} />}
      {shown && <Submission filing={shown} title={title} onChanged={changed} />}
    </div>
  );
}

/** After a decision: the link to the oldest other document that nobody else works on. */
function NextFiling({ decided }: { decided: string }) {
  const t = useTexts();
  const { state } = useLocation() as { state: unknown };
  const waiting = { view: 'WAITING', page: 1 } as const;
  const answer = useNewAnswer(
    useFilingQueueQuery(waiting, {
      refetchOnMountOrArgChange: true,
      pollingInterval: usePolling(EVERY_MS),
    }),
  );
  const next = answer?.rows.find((row) => row.imageId !== decided && isOffered(row));
  if (!next) return null;
  return (
    <p>
      <Link to={`/efileQueue/${next.imageId}`} state={leaveList(listIn(state))}>
        {t('filings:next')}: {t(`filings:type.${next.efileType}`)} {next.transactionNumber}
      </Link>
    </p>
  );
}

/** True for a document that this clerk may decide on now. */
const isOffered = ({ state, claimedByMe }: QueueRow): boolean =>
  state === 'SUBMITTED' || (state === 'IN_REVIEW' && claimedByMe);

const titleOf = ({ efileType, transactionNumber: number }: QueuedDetails, t: Translate): string =>
  t('filings:detailsOf', { type: t(`filings:type.${efileType}`), number });

interface SubmissionProps {
  filing: QueuedDetails;
  title: string;
  onChanged(told: string): void;
}

function Submission({ filing, title, onChanged }: SubmissionProps) {
  return (
    <div className="filing">
      <PageViewer imageId={filing.imageId} pages={filing.pages} />
      <div className="stack">
        <DecisionPart filing={filing} title={title} onChanged={onChanged} />
        <FilingFacts filing={filing} />
      </div>
    </div>
  );
}
