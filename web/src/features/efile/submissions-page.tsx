import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SubmissionRow } from '@portal/proto/http/submissions';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { leaveList } from '../../shared/use-list-left.js';
import { usePageInList } from '../../shared/use-page-in-list.js';
import { DataTable, type Column } from '../../ui/components/data-table.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Link } from '../../ui/components/link.js';
import { PageHead } from '../../ui/components/page-head.js';
import { CardLabel } from '../../ui/components/table.js';
import { Moment, StateBadge } from './submission-state.js';
import { useSubmissionsQuery } from './submissions.api.js';

/** /submissions: the user's e-filed documents and their states. */
export function SubmissionsPage() {
  const t = useTexts();
  return (
    <div className="content content--center stack">
      <PageHead title={t('submissions:title')} lead={t('submissions:lead')}>
        <Link className="btn" to="/efile">
          {t('submissions:send')}
        </Link>
      </PageHead>
      <SubmissionsTable />
    </div>
  );
}

function SubmissionsTable() {
  const t = useTexts();
  const { page, setPage } = useShownPage();
  const { currentData: data, isError, refetch } = useSubmissionsQuery({ page });
  const columns = useColumns();
  const toLast = useCallback((last: number) => setPage(last, true), [setPage]);
  usePageInList({ total: data?.total, page, pageSize: data?.pageSize ?? 1 }, toLast);
  const failed = {
    title: t('submissions:failed'),
    again: t('submissions:again'),
    onAgain: () => void refetch(),
  };
  const pages = data && {
    ...{ label: t('submissions:pagesOf'), page, size: data.pageSize, total: data.total, onPage: setPage },
  };
  return (
    <DataTable
      caption={t('submissions:title')}
      columns={columns}
      rows={data?.submissions}
      keyOf={({ imageId }) => imageId}
      failed={isError ? failed : undefined}
      empty={<EmptyState icon="document" title={t('submissions:empty')} />}
      {...(pages && { pages })}
    />
  );
}

/** The page of the list that is shown. Its number is in the URL, so that Back returns to an earlier page. */
const useShownPage = () => {
  const navigate = useNavigate();
  const asked = Number(new URLSearchParams(useLocation().search).get('page') ?? '1');
  /** @param replaces true if the new page replaces the current history entry, so that Back skips the current page */
  const setPage = useCallback(
    (page: number, replaces = false): void =>
      void navigate({ search: page > 1 ? `page=${page}` : '' }, { replace: replaces }),
    [navigate],
  );
  return { page: Number.isInteger(asked) && asked > 0 && asked <= 400 ? asked : 1, setPage };
};

const useColumns = (): Column<SubmissionRow>[] => {
  const t = useTexts();
  const { search } = useLocation();
  const column = (
    name: string,
    cell: Column<SubmissionRow>['cell'],
    look?: Column<SubmissionRow>['look'],
  ) => ({
    ...{ name, head: t(`submissions:${name}`), cell },
    ...(look && { look }),
  });
  return [
    column('number', ({ imageId, transactionNumber: number }) => (
      <Link to={`/submissions/${imageId}`} state={leaveList(search)}>
        {t('submissions:one', { number })}
      </Link>
    )),
    column('state', ({ state }) => <StateBadge state={state} />),
    column('type', ({ efileType, fileName }) => (
      <>
        {t(`efile:types.${efileType}`)}
        <div className="small muted">{fileName}</div>
      </>
    )),
    column('sent', ({ submittedAt }) => <Moment at={submittedAt} />, 'moment'),
    column(
      'documentNumber',
      ({ documentNumber: number }) => number && <DocumentNumber number={number} />,
      'figures',
    ),
  ];
};

function DocumentNumber({ number }: { number: string }) {
  const t = useTexts();
  return (
    <>
      <CardLabel text={t('submissions:documentNumber')} />
      {number}
    </>
  );
}
