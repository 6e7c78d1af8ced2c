import { useState } from 'react';
import { isoDay } from '@portal/proto/dates';
import { defaultPurgeDate, isActive, type UserPurge } from '@portal/proto/http/purges';
import { callErrorOf } from '../../../shared/http/api.js';
import { isTold, windowErrorText } from '../../../shared/http/alert-texts.js';
import { messageText } from '../../../shared/i18n/translate.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { usePolling } from '../../../shared/use-polling.js';
import { usePageTitle } from '../../../shared/use-page-title.js';
import { DateField } from '../../../ui/components/date-field.js';
import { MessageDialog } from '../../../ui/components/message-dialog.js';
import { Notice } from '../../../ui/components/notice.js';
import { CheckFirstButtons } from '../../../ui/components/check-first-buttons.js';
import { PageHead } from '../../../ui/components/page-head.js';
import { NotLoaded } from './purge-standing.js';
import { pollingOf } from './purge.rules.js';
import { useCheckUsersMutation, usePurgeUsersMutation, useUserPurgeQuery } from './purges.api.js';
import { FoundUsers, UserPurgeFacts } from './user-purge-facts.js';

/** /controlPanel/userPurgeNow (C6-13, C6-14): a dry run, the purge, and its progress. */
export function UserPurgeScreen() {
  const t = useTexts();
  usePageTitle(t('operations:purge.users.title'));
  const [polling, setPolling] = useState(0);
  const { data, isError, refetch } = useUserPurgeQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: usePolling(polling),
  });
  const wanted = pollingOf(data?.current?.state);
  if (data && wanted !== polling) setPolling(wanted);
  const current = data?.current ?? undefined;
  return (
    <div className="content content--center stack">
      <PageHead title={t('operations:purge.users.title')} lead={t('operations:purge.users.lead')} />
      <PurgeForm current={current} onBegun={() => void refetch()} />
      {isError && !data && <NotLoaded onAgain={() => void refetch()} />}
      {data && !current && <p>{t('operations:purge.never')}</p>}
      {current && <UserPurgeFacts purge={current} />}
      {current && <FoundUsers key={current.id} purge={current} />}
    </div>
  );
}

/** The finished dry run for the date in the form, if there is one. */
const checkFor = (current: UserPurge | undefined, date: string): UserPurge | undefined =>
  current?.state === 'CHECKED' && current.since === isoDay(date) ? current : undefined;

interface PurgeFormProps {
  current: UserPurge | undefined;
  onBegun(): void;
}

/** Holds the date of a purge, and sends the requests for the dry run and for the purge. */
function usePurgeForm({ current, onBegun }: PurgeFormProps) {
  const t = useTexts();
  const { today } = useCounty().county;
  const [date, setDate] = useState(defaultPurgeDate);
  const [asking, setAsking] = useState(false);
  const [told, setTold] = useState<{ tone: 'success' | 'error'; text: string }>();
  const [fault, setFault] = useState<string>();
  const [check, checking] = useCheckUsersMutation();
  const [purge, purging] = usePurgeUsersMutation();
  const isBusy =
    checking.isLoading || purging.isLoading || (current !== undefined && isActive(current.state));
  const isRight = (): boolean => {
    const day = isoDay(date);
    const found = day === undefined ? 'forms:invalidDate' : day > today ? 'forms:futureDate' : undefined;
    setFault(found);
    if (found !== undefined) document.getElementById('purgeDate')?.focus();
    return found === undefined;
  };
  const failed = (thrown: unknown): void => {
    const error = callErrorOf(thrown);
    onBegun();
    if (isTold(error)) return;
    const field = error.kind === 'refused' ? error.fields?.purgeDate : undefined;
    if (field !== undefined) setFault(field);
    else setTold({ tone: 'error', text: windowErrorText(t, error) });
  };
  const onCheck = async (): Promise<void> => {
    setTold(undefined);
    if (isBusy || !isRight()) return;
    const answer = await check({ purgeDate: date });
    if (answer.error === undefined) onBegun();
    else failed(answer.error);
  };
  const onPurge = async (): Promise<void> => {
    setAsking(false);
    const answer = await purge({ purgeDate: date, checked: checkFor(current, date)?.id ?? null });
    if (answer.error !== undefined) return failed(answer.error);
    setTold({ tone: 'success', text: answer.data });
    onBegun();
  };
  const onAsk = (): void => {
    if (isRight()) setAsking(true);
  };
  return {
    ...{ date, setDate, today, asking, told, fault, isBusy, onCheck, onAsk, onPurge },
    onNo: () => setAsking(false),
  };
}

function PurgeForm(props: PurgeFormProps) {
  const t = useTexts();
  const form = usePurgeForm(props);
  const { date, told, fault } = form;
  return (
    <form
      className="form"
      noValidate
      aria-label={t('operations:purge.users.title')}
      onSubmit={(event) => {
        event.preventDefault();
        void form.onCheck();
      }}
    >
      <div aria-live="polite">{told && <Notice tone={told.tone} title={told.text} />}</div>
      <div className="form-row">
        <DateField
          name="purgeDate"
          label={t('operations:purge.users.date')}
          value={date}
          onChange={form.setDate}
          today={form.today}
          locale="en-US"
          required
          error={fault === undefined ? undefined : messageText(t, fault)}
          span={6}
        />
      </div>
      <p className="hint">{t('operations:purge.users.dateEffect')}</p>
      <CheckFirstButtons
        checkText={t('operations:purge.users.check')}
        beginText={t('operations:purge.users.now')}
        busy={form.isBusy}
        onBegin={form.onAsk}
      />
      {form.asking && (
        <Question
          checked={checkFor(props.current, date)}
          onNo={form.onNo}
          onYes={() => void form.onPurge()}
        />
      )}
    </form>
  );
}

/** Asks before the purge begins (C6-14). */
function Question({ checked, onNo, onYes }: { checked: UserPurge | undefined; onNo(): void; onYes(): void }) {
  const t = useTexts();
  const advice = checked
    ? t('operations:purge.users.questionOf', { count: toDelete(checked) })
    : t('operations:purge.users.questionUnchecked');
  return (
    <MessageDialog tone="WARNING" text={t('operations:purge.users.question')} advice={advice} onClose={onNo}>
      <button className="btn" type="button" onClick={onNo}>
        {t('operations:purge.no')}
      </button>
      <button className="btn btn--primary" type="button" onClick={onYes}>
        {t('operations:purge.yes')}
      </button>
    </MessageDialog>
  );
}

const toDelete = ({ found, kept }: UserPurge): number =>
  Object.values(kept).reduce<number>((left, count) => left - (count ?? 0), found);
