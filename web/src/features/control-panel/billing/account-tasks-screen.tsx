import { useState, type FormEvent } from 'react';
import { accountTasksForm, type OpenedAccountTasks } from '@portal/proto/http/billing';
import { fieldFaults } from '@portal/proto/field-faults';
import { messageText } from '../../../shared/i18n/translate.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useListLeft } from '../../../shared/use-list-left.js';
import { usePageTitle } from '../../../shared/use-page-title.js';
import { DataTable } from '../../../ui/components/data-table.js';
import { EmptyState } from '../../../ui/components/empty-state.js';
import { KindField } from '../../../ui/components/field-kinds.js';
import { Icon } from '../../../ui/components/icon.js';
import { Link } from '../../../ui/components/link.js';
import { isMissing, NotLoaded, Outdated } from '../../../ui/components/not-loaded.js';
import { Notice } from '../../../ui/components/notice.js';
import type { PanelScreenProps } from '../panel-screens.js';
import {
  useAccountTasksQuery,
  useChangeAccountTasksMutation,
  useOneAccountsTasksMutation,
  type Told,
} from './billing.api.js';
import { TaskButtons, useSending } from './task-buttons.js';
import { useTaskColumns } from './task-columns.js';

const accountsPath = '/controlPanel/accounts';

/** /controlPanel/accountTasks/{id}/{name}: the due tasks of one account, and staff's actions on them (C2-54). */
export function AccountTasksScreen({ params: { id = '', name = '' } }: PanelScreenProps) {
  const t = useTexts();
  const title = t('billing:account.title', { name });
  const list = useListLeft(accountsPath);
  usePageTitle(title);
  const tasks = useAccountTasksQuery(id, { refetchOnMountOrArgChange: true });
  const [told, setTold] = useState<Told>();
  if (tasks.isError && (!tasks.data || isMissing(tasks)))
    return (
      <div className="content content--center stack">
        <h1 tabIndex={-1}>{title}</h1>
        <NotLoaded query={tasks} icon="bank" missing={t('billing:account.notFound')}>
          <Link className="btn" to={list}>
            {t('billing:back')}
          </Link>
        </NotLoaded>
      </div>
    );
  if (!tasks.data)
    return (
      <p className="sr" role="status">
        {t('ui:loading')}
      </p>
    );
  const done = (next: Told): void => {
    setTold(next);
    void tasks.refetch();
  };
  return (
    <div className="content content--form stack">
      <h1 tabIndex={-1}>{t('billing:account.title', { name: tasks.data.name })}</h1>
      {tasks.isError && <Outdated query={tasks} />}
      {!tasks.data.active && <Notice tone="warning" title={t('billing:account.inactive')} />}
      <div aria-live="polite">
        {told && <Notice tone={told.waits ? 'warning' : 'success'} title={told.text} />}
      </div>
      <Facts tasks={tasks.data} />
      <TasksForm
        key={tasks.data.lastTasks}
        tasks={tasks.data}
        isSaved={told !== undefined && !told.waits}
        onEdit={() => setTold(undefined)}
        onDone={done}
      />
      <Months months={tasks.data.months} />
    </div>
  );
}

function Facts({ tasks }: { tasks: OpenedAccountTasks }) {
  const t = useTexts();
  const yesNo = (value: boolean): string => t(value ? 'billing:account.yes' : 'billing:account.no');
  return (
    <dl className="facts">
      <dt>{t('billing:account.lastBilled')}</dt>
      <dd>{tasks.lastBilled || t('billing:account.never')}</dd>
      <dt>{t('billing:account.needsBilling')}</dt>
      <dd>{yesNo(tasks.needsBilling)}</dd>
      <dt>{t('billing:account.lastImageRenewal')}</dt>
      <dd>{tasks.lastImageRenewal || t('billing:account.never')}</dd>
      <dt>{t('billing:account.needsImageRenewal')}</dt>
      <dd>{yesNo(tasks.needsImageRenewal)}</dd>
    </dl>
  );
}

interface TasksFormProps {
  tasks: OpenedAccountTasks;
  /** True after a command has succeeded, until the next edit. */
  isSaved: boolean;
  onEdit(): void;
  onDone(told: Told): void;
}

/** The form with the buttons of C2-56. One command runs at a time, and the page says when it is done (C2-58). */
function TasksForm({ tasks, isSaved, onEdit, onDone }: TasksFormProps) {
  const t = useTexts();
  const list = useListLeft(accountsPath);
  const [lastTasks, setLastTasks] = useState(tasks.lastTasks);
  const [fault, setFault] = useState<string>();
  const sending = useSending(onDone);
  const [change] = useChangeAccountTasksMutation();
  const [run] = useOneAccountsTasksMutation();
  const press = (what: Parameters<typeof change>[0]['what'], given = tasks): void =>
    void sending.run(what, () => change({ what, tasks: given }));
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = accountTasksForm.safeParse({ lastTasks });
    setFault(parsed.error && fieldFaults(parsed.error).lastTasks);
    if (parsed.success) press('accountTasks', { ...tasks, ...parsed.data });
  };
  const busy = (what: string): true | undefined => sending.under === what || undefined;
  return (
    <form className="form" noValidate onSubmit={onSubmit}>
      <div className="form-row">
        <KindField
          kind="text"
          name="lastTasks"
          label={t('billing:account.lastTasks')}
          hint={t('billing:account.lastTasksHint')}
          span={6}
          required
          value={lastTasks}
          error={fault === undefined ? undefined : messageText(t, fault)}
          onChange={({ target }) => {
            onEdit();
            setFault(undefined);
            setLastTasks(target.value);
          }}
        />
      </div>
      <TaskButtons send={(what) => run({ what, accountId: tasks.id })} onDone={onDone}>
        <button className="btn btn--primary" type="submit" aria-busy={busy('accountTasks')}>
          {t('billing:account.submit')}
        </button>
        <button
          className="btn"
          type="button"
          aria-busy={busy('accountTasksBilledNow')}
          onClick={() => press('accountTasksBilledNow')}
        >
          {t('billing:account.billedNow')}
        </button>
        <button
          className="btn"
          type="button"
          aria-busy={busy('accountTasksImageRenewedNow')}
          onClick={() => press('accountTasksImageRenewedNow')}
        >
          {t('billing:account.renewedNow')}
        </button>
      </TaskButtons>
      {isSaved && (
        <span className="form-actions__status">
          <Icon name="check-circle" /> {t('panel:saved')}
        </span>
      )}
      <p>
        <Link className="btn" to={list}>
          {t('billing:back')}
        </Link>
      </p>
    </form>
  );
}

function Months({ months }: { months: OpenedAccountTasks['months'] }) {
  const t = useTexts();
  const { month, task, amount, state, at } = useTaskColumns();
  return (
    <section className="stack" aria-labelledby="account-months">
      <h2 id="account-months">{t('billing:account.months')}</h2>
      <DataTable
        caption={t('billing:account.months')}
        columns={[month, task, amount, state, at]}
        rows={months}
        keyOf={({ task: of, period }) => `${of} ${period}`}
        empty={<EmptyState icon="clock" title={t('billing:account.noMonths')} />}
      />
    </section>
  );
}
