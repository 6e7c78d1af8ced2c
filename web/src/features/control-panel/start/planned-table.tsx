import { useEffect, useState } from 'react';
import type { SectionName } from '@portal/proto/config/sections';
import { alertFailure } from '../../../shared/alert-failure.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { momentOf } from '../../../shared/moments.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { Icon } from '../../../ui/components/icon.js';
import { ListTable } from '../../../ui/components/list-room.js';
import { Cell, ColumnHead, Row, RowHead, TableBody, TableHead } from '../../../ui/components/table.js';
import { panelPageOf, type NamedPanelPage } from '../panel-pages.js';
import { changesBetween } from '../section-form/changes.rules.js';
import { ChangeList } from '../section-form/change-list.js';
import type { AnyPage } from '../section-form/described-fields.js';
import {
  usePlannedChangesQuery,
  useSectionQuery,
  useWithdrawPlanMutation,
  type ShownPlan,
} from '../section-form/section-form.api.js';
import { PageLink } from './page-link.js';

/** The plans of all pages, with their changes; a plan can be canceled until its time. */
export function PlannedTable() {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const {
    data: plans = [],
    isSuccess,
    refetch,
  } = usePlannedChangesQuery(undefined, { refetchOnMountOrArgChange: true });
  if (plans.length === 0)
    return isSuccess ? <p className="muted">{t('panel-shell:start.nothingPlanned')}</p> : null;
  return (
    <ListTable columns={6}>
      <caption className="sr">{t('panel-shell:start.plannedCaption')}</caption>
      <TableHead>
        <Row>
          <ColumnHead>{t('panel-shell:start.page')}</ColumnHead>
          <ColumnHead>{t('panel-shell:start.change')}</ColumnHead>
          <ColumnHead>{t('panel-shell:start.effective')}</ColumnHead>
          <ColumnHead>{t('panel-shell:start.by')}</ColumnHead>
          <ColumnHead>{t('panel-shell:start.why')}</ColumnHead>
          <ColumnHead>
            <span className="sr">{t('panel-shell:start.actions')}</span>
          </ColumnHead>
        </Row>
      </TableHead>
      <TableBody>
        {plans.map((plan) => (
          <Row key={plan.id}>
            <RowHead>
              <PageLink section={plan.name} />
            </RowHead>
            <Cell>
              <PlanChanges plan={plan} />
            </Cell>
            <Cell className="nowrap fig">
              {shownMoment(plan.effectiveAt, timeZone)}
              {plan.state === 'FAILED' && <NotApplied />}
            </Cell>
            <Cell>{plan.plannedBy}</Cell>
            <Cell>{plan.reason}</Cell>
            <Cell>{plan.state === 'PLANNED' && <TakeBack plan={plan} onDone={() => void refetch()} />}</Cell>
          </Row>
        ))}
      </TableBody>
    </ListTable>
  );
}

const shownMoment = (iso: string, timeZone: string): string => {
  const { date, time } = momentOf(iso, timeZone);
  return `${date} ${time}`;
};

/** The description of a page, which contains the labels of the values. Undefined until it has loaded. */
function useDescription(page: NamedPanelPage | undefined): AnyPage | undefined {
  const [described, setDescribed] = useState<AnyPage>();
  useEffect(() => {
    let current = true;
    page?.description?.().then(
      (loaded) => {
        if (current) setDescribed(loaded.page as unknown as AnyPage);
      },
      // if the description cannot be loaded, the row shows no changes, but still links to the page of the plan
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [page]);
  return described;
}

/** The current and the planned value of each field that will change. */
function PlanChanges({ plan }: { plan: ShownPlan }) {
  const t = useTexts();
  const described = useDescription(panelPageOf(plan.name));
  const { data: now } = useSectionQuery(plan.name as SectionName, { refetchOnMountOrArgChange: true });
  if (!described || !now) return null;
  const changes = changesBetween(t, described, now.value, { ...now.value, ...plan.changes });
  return changes.length === 0 ? t('panel-shell:start.noChange') : <ChangeList changes={changes} />;
}

/** Marks a plan that failed, so that nobody waits for its changes. */
function NotApplied() {
  const t = useTexts();
  return (
    <div>
      <span className="badge badge--error">
        <Icon name="error" /> {t('panel:planned.failed')}
      </span>
    </div>
  );
}

/** Withdraws a plan that still waits for its time. */
function TakeBack({ plan, onDone }: { plan: ShownPlan; onDone(): void }) {
  const t = useTexts();
  const [withdraw, { isLoading }] = useWithdrawPlanMutation();
  const page = panelPageOf(plan.name);
  const takeBack = async (): Promise<void> => {
    if (isLoading) return;
    const { error } = await withdraw(plan.id);
    onDone();
    if (error) await alertFailure(t, error);
  };
  return (
    <button
      className="btn btn--quiet btn--sm nowrap"
      type="button"
      aria-disabled={isLoading || undefined}
      onClick={() => void takeBack()}
    >
      {t('panel-shell:start.takeBack')}
      <span className="sr"> {page ? t(page.title) : plan.name}</span>
    </button>
  );
}
