import { useState } from 'react';
import { queuePageSize, queueViews, type QueueRow, type QueueView } from '@portal/proto/http/efile-queue';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { usePageInList } from '../../shared/use-page-in-list.js';
import { usePolling } from '../../shared/use-polling.js';
import { DataTable, type Column } from '../../ui/components/data-table.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { SegmentedField } from '../../ui/components/fields.js';
import { Link } from '../../ui/components/link.js';
import { ExchangeSection } from './exchange-section.js';
import { useFilingQueueQuery } from './filings.api.js';
import { ageText } from './filings.rules.js';
import { StateBadge } from './state-badge.js';

const EVERY_MS = 30_000;

/** /efileQueue: the documents that people sent to the office, by state. */
export function QueuePage() {
  const t = useTexts();
  const [view, setView] = useState<QueueView>('WAITING');
  const [page, setPage] = useState(1);
  const { currentData, isError, refetch, fulfilledTimeStamp } = useFilingQueueQuery(
    { view, page },
    { refetchOnMountOrArgChange: true, pollingInterval: usePolling(EVERY_MS) },
  );
  const failed = { title: t('filings:failed'), again: t('filings:again'), onAgain: () => void refetch() };
  return (
    <div className="content content--center stack">
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{t('access:efileQueue.title')}</h1>
          <p>{t('filings:lead')}</p>
        </div>
      </div>
      <SegmentedField
        name="view"
        label={t('filings:view.label')}
        choices={queueViews.map((value) => ({ value, text: t(`filings:view.${value}`) }))}
        chosen={view}
        onChange={({ target }) => {
          setView(target.value as QueueView);
          setPage(1);
        }}
      />
      <DataTable
        caption={t('filings:list')}
        columns={useColumns(fulfilledTimeStamp ?? 0)}
        rows={currentData?.rows}
        keyOf={({ imageId }) => imageId}
        failed={isError ? failed : undefined}
        empty={<EmptyState icon="document" title={t(`filings:empty.${view}`)} />}
        {...usePages(currentData, page, setPage)}
      />
      <ExchangeSection onMade={() => void refetch()} />
    </div>
  );
}

const usePages = (
  data: { rows: readonly QueueRow[]; total: number } | undefined,
  page: number,
  onPage: (page: number) => void,
) => {
  const t = useTexts();
  usePageInList({ total: data?.total, page, pageSize: queuePageSize }, onPage);
  if (!data || data.total === 0) return {};
  const from = (page - 1) * queuePageSize + 1;
  const range = t('filings:range', { from, to: from + data.rows.length - 1, total: data.total });
  const pages = Math.ceil(data.total / queuePageSize);
  return { pages: { label: t('filings:pagesOf'), range, page, pages, onPage } };
};

/** @param now when the list was read, in milliseconds, so that the ages grow while the page stays open */
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
  const { imageId, efileType, transactionNumber, documentNumber, corrects, lowResolution } = row;
  return (
    <>
      <Link to={`/efileQueue/${imageId}`}>
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
