import { useState } from 'react';
import { usDate } from '@portal/proto/dates';
import type { LandLinkFileRow, LandLinkFilesPage } from '@portal/proto/http/landlink';
import type { Translate } from '../../../shared/i18n/translate.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { usePageTitle } from '../../../shared/use-page-title.js';
import { DataTable, type Column, type ServerPages } from '../../../ui/components/data-table.js';
import { EmptyState } from '../../../ui/components/empty-state.js';
import { Icon } from '../../../ui/components/icon.js';
import { PageHead } from '../../../ui/components/page-head.js';
import { useFile } from '../../../ui/components/use-file.js';
import '../../../ui/styles/labeled-cards.css';
import { useLandLinkFilesQuery } from './landlink.api.js';

/** /controlPanel/landLinkPostings: the daily files of postings for LandLink, with their totals. */
export function LandLinkScreen() {
  const t = useTexts();
  usePageTitle(t('operations:landLink.title'));
  return (
    <div className="content content--center stack">
      <PageHead title={t('operations:landLink.title')} lead={t('operations:landLink.lead')} />
      <FileList />
    </div>
  );
}

function FileList() {
  const t = useTexts();
  const [page, setPage] = useState(1);
  const file = useFile(t('operations:landLink.downloading'));
  const {
    currentData: data,
    isError,
    refetch,
  } = useLandLinkFilesQuery(page, {
    refetchOnMountOrArgChange: true,
  });
  const download = ({ day }: LandLinkFileRow): void =>
    file.fetch({ path: `controlPanel/landLinkFiles/${day}`, method: 'GET' }, `LandLink-postings-${day}.csv`);
  const again = { again: t('operations:landLink.again'), onAgain: () => void refetch() };
  return (
    <>
      <DataTable
        caption={t('operations:landLink.caption')}
        columns={columnsOf(t, download)}
        rows={data?.files}
        keyOf={({ day }) => day}
        narrow="labeled"
        failed={isError ? { title: t('operations:landLink.failed'), ...again } : undefined}
        empty={
          <EmptyState icon="document" title={t('operations:landLink.empty')}>
            <p>{t('operations:landLink.emptyAdvice')}</p>
          </EmptyState>
        }
        {...(data && data.total > 0 && { pages: pagesOf(t, data, page, setPage) })}
      />
      {file.progress}
    </>
  );
}

const figures = ['lines', 'credits', 'debits', 'sum'] as const;

const columnsOf = (
  t: Translate,
  onDownload: (file: LandLinkFileRow) => void,
): readonly Column<LandLinkFileRow>[] => [
  { name: 'day', head: t('operations:landLink.day'), cell: (row) => <Day file={row} />, look: 'figures' },
  ...figures.map((name): Column<LandLinkFileRow> => ({
    name,
    head: t(`operations:landLink.${name}`),
    cell: (row) => row[name],
    look: 'amount',
  })),
  {
    name: 'file',
    head: t('operations:landLink.file'),
    cell: (row) => <Download file={row} onPress={() => onDownload(row)} />,
  },
];

function Day({ file: { day, late } }: { file: LandLinkFileRow }) {
  const t = useTexts();
  return (
    <>
      {usDate(day)}
      {late > 0 && <div className="small muted">{t('operations:landLink.late', { count: late })}</div>}
    </>
  );
}

function Download({ file, onPress }: { file: LandLinkFileRow; onPress(): void }) {
  const t = useTexts();
  if (!file.ready) return <span className="muted">{t('operations:landLink.waits')}</span>;
  return (
    <button className="btn btn--quiet btn--sm" type="button" onClick={onPress}>
      <Icon name="download" />
      {t('operations:landLink.download')}
      <span className="sr"> {t('operations:landLink.downloadOf', { day: usDate(file.day) })}</span>
    </button>
  );
}

const pagesOf = (
  t: Translate,
  { total, pageSize: size }: LandLinkFilesPage,
  page: number,
  onPage: (page: number) => void,
): ServerPages => ({ label: t('operations:landLink.pages'), page, size, total, onPage });
