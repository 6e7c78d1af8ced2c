import { alertFailure } from '../../../shared/alert-failure.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { momentOf } from '../../../shared/moments.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { useKeptFocus } from '../../../shared/use-kept-focus.js';
import { Icon } from '../../../ui/components/icon.js';
import { ChangeList } from './change-list.js';
import { changesBetween } from './changes.rules.js';
import type { AnyPage } from './described-fields.js';
import { usePlannedChangesQuery, useWithdrawPlanMutation, type ShownPlan } from './section-form.api.js';
import type { Values } from './values.rules.js';

interface PlannedChangesProps {
  page: AnyPage;
  current: Values;
  plans: readonly ShownPlan[];
  onDone(message: string): void;
  /**
   * Called when a plan could not be taken back, for example because it is in effect or a colleague has taken it back.
   */
  onFailed(): void;
}

/** The planned changes of a section that still wait for their time, and those that failed. */
export const usePlans = (page: AnyPage) => {
  const { data = [], refetch } = usePlannedChangesQuery(undefined, { refetchOnMountOrArgChange: true });
  return { plans: data.filter(({ name }) => name === page.section), refetch };
};

/** The section's planned changes and their times; a plan can be canceled until its time. */
export function PlannedChanges({ plans, ...rest }: PlannedChangesProps) {
  const t = useTexts();
  const keepFocus = useKeptFocus();
  const done = (message: string): void => {
    keepFocus();
    rest.onDone(message);
  };
  const failed = (): void => {
    keepFocus();
    rest.onFailed();
  };
  if (plans.length === 0) return null;
  return (
    <section className="planned" aria-labelledby="planned-title">
      <h2 id="planned-title">{t('panel:planned.title')}</h2>
      <ol className="recent">
        {plans.map((plan) => (
          <Plan key={plan.id} plan={plan} {...rest} onDone={done} onFailed={failed} />
        ))}
      </ol>
    </section>
  );
}

interface PlanProps extends Omit<PlannedChangesProps, 'plans'> {
  plan: ShownPlan;
}

function Plan({ page, current, plan, onDone, onFailed }: PlanProps) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const [withdraw] = useWithdrawPlanMutation();
  const moment = momentOf(plan.effectiveAt, timeZone);
  const when = `${moment.date} ${moment.time}`;
  const takeBack = async (): Promise<void> => {
    const answer = await withdraw(plan.id);
    if (answer.error === undefined) return onDone(answer.data ?? '');
    onFailed();
    await alertFailure(t, answer.error);
  };
  return (
    <li>
      <div className="recent__head">
        <h3>{t('panel:planned.from', { when })}</h3>
        <span className={plan.state === 'FAILED' ? 'badge badge--error' : 'badge badge--info'}>
          <Icon name={plan.state === 'FAILED' ? 'error' : 'clock'} />{' '}
          {t(plan.state === 'FAILED' ? 'panel:planned.failed' : 'panel:planned.waiting')}
        </span>
      </div>
      <p className="small muted">{t('panel:planned.by', { who: plan.plannedBy, why: plan.reason })}</p>
      <ChangeList changes={changesBetween(t, page, current, { ...current, ...plan.changes })} />
      {plan.state === 'FAILED' && <p className="hint">{t('panel:planned.failedHint')}</p>}
      {plan.state === 'PLANNED' && (
        <button className="btn btn--sm" type="button" onClick={() => void takeBack()}>
          {t('panel:planned.takeBack')}
          <span className="sr"> {when}</span>
        </button>
      )}
    </li>
  );
}
