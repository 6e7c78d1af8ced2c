import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { efileTypeCodes } from '@portal/proto/efile';
import { queuePageSize, queueViews, type QueueRequest, type QueueRow } from '@portal/proto/http/efile-queue';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { leaveList } from '../../shared/use-list-left.js';
import { usePageInList } from '../../shared/use-page-in-list.js';
import { usePolling } from '../../shared/use-polling.js';
import { DataTable, type Column } from '../../ui/components/data-table.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { SegmentedField, SelectField } from '../../ui/components/fields.js';
import { Link } from '../../ui/components/link.js';
import { PageHead } from '../../ui/components/page-head.js';
import { PausedFilter } from '../../ui/components/paused-filter.js';
import { ExchangeSection } from './exchange-section.js';
import { useFilingQueueQuery } from './filings.api.js';
import { ageText } from './filings.rules.js';
import { queueAddress, queueAskedFor } from './queue-filters.rules.js';
import { StateBadge } from './state-badge.js';

const EVERY_MS = 30_000;

/** /efileQueue: the documents that people sent to the office, by state. */
export function QueuePage() {
  const t = useTexts();
  const { asked, ask } = useAsked();
  const { view, page } = asked;
  const { currentData, isError, refetch, fulfilledTimeStamp } = useFilingQueueQuery(asked, {
    refetchOnMountOrArgChange: true,
    pollingInterval: usePolling(EVERY_MS),
  });
  const isFiltered = asked.efileType !== null || asked.sender !== '';
  const failed = { title: t('filings:failed'), again: t('filings:again'), onAgain: () => void refetch() };
  return (
    <div className="content content--center stack">
      <PageHead title={t('access:efileQueue.title')} lead={t('filings:lead')} />
      <QueueFilters asked={asked} onAsk={ask} />
      <DataTable
        caption={t('filings:list')}
        columns={useColumns(fulfilledTimeStamp ?? 0)}
        rows={currentData?.rows}
        keyOf={({ imageId }) => imageId}
        failed={isError ? failed : undefined}
        empty={
          <EmptyState
            icon="document"
            title={t(isFiltered ? 'filings:filter.nothing' : `filings:empty.${view}`)}
          />
        }
        {...usePages(currentData, page, ask)}
      />
      <ExchangeSection onMade={() => void refetch()} />
    </div>
  );
}

/**
 * Changes some filters in the URL, and shows the first page unless a page is given.
 * @param replaces true if Back should not return to the previous filters
 */
type Ask = (over: Partial<QueueRequest>, replaces?: boolean) => void;

/** The filters in the URL, and the function that changes them. */
const useAsked = (): { asked: QueueRequest; ask: Ask } => {
  const navigate = useNavigate();
  const { search } = useLocation();
  const ask = useCallback<Ask>(
    (over, replaces = false) => {
      const next = queueAddress({ ...queueAskedFor(new URLSearchParams(search)), page: 1, ...over });
      void navigate({ search: next }, { replace: replaces });
    },
    [navigate, search],
  );
  return { asked: queueAskedFor(new URLSearchParams(search)), ask };
};

interface QueueFiltersProps {
  asked: QueueRequest;
  onAsk: Ask;
}

/** The filters of the queue: state, kind of document and submitter. */
function QueueFilters({ asked, onAsk }: QueueFiltersProps) {
  const t = useTexts();
  const askSender = useCallback((sender: string) => onAsk({ sender }, true), [onAsk]);
  const types = efileTypeCodes.map((value) => ({ value, text: t(`filings:type.${value}`) }));
  return (
    <form
      className="form"
      role="search"
      aria-label={t('filings:filter.label')}
      onSubmit={(event) => event.preventDefault()}
    >
      <SegmentedField
        name="view"
        label={t('filings:view.label')}
        choices={queueViews.map((value) => ({ value, text: t(`filings:view.${value}`) }))}
        chosen={asked.view}
        onChange={({ target }) =>
          onAsk({ view: queueViews.find((view) => view === target.value) ?? 'WAITING' })
        }
      />
      <div className="form-row">
        <SelectField
          name="efileType"
          label={t('filings:filter.type')}
          span={4}
          choices={[{ value: '', text: t('filings:filter.anyType') }, ...types]}
          value={asked.efileType ?? ''}
          onChange={({ target }) =>
            onAsk({ efileType: efileTypeCodes.find((code) => code === target.value) ?? null })
          }
        />
        <PausedFilter label={t('filings:filter.sender')} span={4} asked={asked.sender} onAsk={askSender} />
      </div>
    </form>
  );
}

const usePages = (data: { total: number } | undefined, page: number, ask: Ask) => {
  const t = useTexts();
  usePageInList({ total: data?.total, page, pageSize: queuePageSize }, (last) => ask({ page: last }, true));
  if (!data || data.total === 0) return {};
  const { total } = data;
  const onPage = (next: number): void => ask({ page: next });
  return { pages: { label: t('filings:pagesOf'), page, size: queuePageSize, total, onPage } };
};

/**
 * @param now the time at which the list was last read, in milliseconds; the column of waiting times counts up to this
 * time
 */
const useColumns = (now: number): Column<QueueRow>[] => {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const column = (
    name: string,
    cell: Column<QueueRow>['cell'],
    look?: Column<QueueRow>['look'],
  ): Column<QueueRow> => ({ name, head: t(`filings:column.${name}`), cell, ...(look && { look }) });
  return [
    column('document', (row) => <Document row={row} />),
    column('sender', ({ name }) => name),
    column('age', ({ submittedAt }) => (
      <>
        <span className="nowrap">{ageText(t, submittedAt, now)}</span>
        <div className="small muted">{Object.values(momentOf(submittedAt, timeZone)).join(' ')}</div>
      </>
    )),
    column('pages', ({ pages }) => t('filings:pages', { count: pages }), 'figures'),
    column('state', (row) => <StateBadge filing={row} />),
  ];
};

function Document({ row }: { row: QueueRow }) {
  const t = useTexts();
  const { search } = useLocation();
  const { imageId, efileType, transactionNumber, documentNumber, corrects, lowResolution } = row;
  return (
    <>
      <Link to={`/efileQueue/${imageId}`} state={leaveList(search)}>
        {t(`filings:type.${efileType}`)} {transactionNumber}
      </Link>
      {documentNumber !== '' && <div className="small">{documentNumber}</div>}
      {corrects !== '' && (
        <div className="small muted">{t('filings:correctsNumber', { number: corrects })}</div>
      )}
      {lowResolution.length > 0 && <div className="small muted">{t('filings:lowResolution')}</div>}
    </>
  );
}
