import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { taskListKind, taskPageSize, type ShownTask, type TaskListKind } from '@portal/proto/http/billing';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { pathPart } from '../../../shared/path-part.js';
import { DataTable, type Column } from '../../../ui/components/data-table.js';
import { EmptyState } from '../../../ui/components/empty-state.js';
import { SelectField } from '../../../ui/components/fields.js';
import { Link } from '../../../ui/components/link.js';
import { Notice } from '../../../ui/components/notice.js';
import { useOneAccountsTasksMutation, useTaskListQuery, type Told } from './billing.api.js';
import { useSending } from './task-buttons.js';
import { useTaskColumns } from './task-columns.js';

/**
 * Shows one of three lists that the reader selects: the results of the last run of the account tasks, the tasks that
 * need money, or the tasks that need a review.
 * @param o.hasRun false until the account tasks have run for the first time
 * @param o.changed a new value reloads the list
 */
export function TaskList({ hasRun, changed }: { hasRun: boolean; changed: string }) {
  const t = useTexts();
  const linked = listIn(useLocation().search);
  const [asked, setAsked] = useState<{ list: TaskListKind; page: number }>({
    list: linked ?? 'LAST_RUN',
    page: 1,
  });
  const title = useRef<HTMLHeadingElement>(null);
  // If the URL names a list, the page scrolls to the list, which is below the settings.
  useEffect(() => {
    if (linked) title.current?.scrollIntoView();
  }, [linked]);
  const [told, setTold] = useState<Told>();
  const {
    currentData: data,
    isError,
    refetch,
  } = useTaskListQuery(asked, { refetchOnMountOrArgChange: true });
  useEffect(() => {
    void refetch();
  }, [changed, refetch]);
  const columns = useColumns((next) => {
    setTold(next);
    void refetch();
  });
  const { list, page } = asked;
  const total = data?.total ?? 0;
  const pages = {
    label: t('billing:list.pages'),
    ...{ page, size: taskPageSize, total },
    onPage: (next: number) => setAsked({ list, page: next }),
  };
  return (
    <section className="stack" aria-labelledby="billing-list">
      <h2 id="billing-list" ref={title}>
        {t('billing:list.title')}
      </h2>
      <div className="form-row">
        <SelectField
          name="taskList"
          label={t('billing:list.which')}
          span={6}
          choices={taskListKind.options.map((value) => ({ value, text: t(`billing:list.${value}`) }))}
          value={list}
          onChange={({ target }) => {
            setTold(undefined);
            setAsked({ list: listNamed(target.value) ?? 'LAST_RUN', page: 1 });
          }}
        />
      </div>
      <div aria-live="polite">
        {told && <Notice tone={told.waits ? 'warning' : 'success'} title={told.text} />}
      </div>
      <DataTable
        caption={t(`billing:list.${list}`)}
        columns={columns}
        rows={data?.tasks}
        keyOf={({ accountId, task, period }) => `${accountId} ${task} ${period}`}
        failed={
          isError
            ? {
                title: t('billing:list.failed'),
                again: t('billing:list.again'),
                onAgain: () => void refetch(),
              }
            : undefined
        }
        empty={<EmptyState icon="clock" title={t(emptyOf(list, hasRun))} />}
        {...(total > 0 && { pages })}
      />
    </section>
  );
}

const listNamed = (name: string | null): TaskListKind | undefined =>
  taskListKind.options.find((each) => each === name);

/** Returns the list that the URL names, as in /controlPanel/billingSchedule?tasks=NEEDS_REVIEW. */
const listIn = (search: string): TaskListKind | undefined =>
  listNamed(new URLSearchParams(search).get('tasks'));

const emptyOf = (list: TaskListKind, hasRun: boolean): string =>
  list === 'LAST_RUN' && !hasRun ? 'billing:standing.never' : `billing:list.empty${list}`;

const useColumns = (onDone: (told: Told) => void): Column<ShownTask>[] => {
  const t = useTexts();
  const { month, task, amount, state, at } = useTaskColumns();
  const [send] = useOneAccountsTasksMutation();
  const { under, run } = useSending(onDone);
  return [
    {
      ...{ name: 'account', head: t('billing:list.account') },
      cell: ({ accountId, accountName }) => (
        <Link to={`/controlPanel/accountTasks/${accountId}/${pathPart(accountName)}`}>{accountName}</Link>
      ),
    },
    ...[task, month, amount, state, at],
    {
      ...{ name: 'actions', head: t('billing:list.actions'), headHidden: true },
      cell: ({ accountId, accountName, state: now }) =>
        now === 'NEEDS_FUNDS' && (
          <button
            className="btn btn--sm"
            type="button"
            aria-label={t('billing:list.retryOf', { account: accountName })}
            aria-busy={under === accountId || undefined}
            onClick={() => void run(accountId, () => send({ what: 'runAccountTasks', accountId }))}
          >
            {t('billing:list.retry')}
          </button>
        ),
    },
  ];
};
