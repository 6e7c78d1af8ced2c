import { useRef, useState, type FormEvent } from 'react';
import { wholeOfText } from '@portal/proto/amounts';
import { flatFeeUsageRequest, type FlatFeeUsage } from '@portal/proto/http/accounts';
import { fieldFaults } from '@portal/proto/field-faults';
import { alertFailure } from '../../shared/alert-failure.js';
import { messageText } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useFormStatus } from '../../shared/use-form-status.js';
import { useListLeft } from '../../shared/use-list-left.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { KindField } from '../../ui/components/field-kinds.js';
import { LeaveGuard } from '../../ui/components/leave-guard.js';
import { Link } from '../../ui/components/link.js';
import { isMissing, Outdated } from '../../ui/components/not-loaded.js';
import { Notice } from '../../ui/components/notice.js';
import { PageHead } from '../../ui/components/page-head.js';
import { AccountMissing, AccountPending } from './account-states.js';
import { useFlatFeeUsageQuery, useReloadAccountMutation } from './accounts.api.js';
import { accountsPath, type AccountPageProps } from './accounts.rules.js';

/** /controlPanel/accountReload/{id}/{name}: sets the number of images that a flat-fee account has left (C2-50). */
export function ReloadPage({ params: { id = '', name = '' } }: AccountPageProps) {
  const t = useTexts();
  const title = t('accounts:reloadPage.title');
  usePageTitle(`${title} - ${name}`);
  const usage = useFlatFeeUsageQuery(id, { refetchOnMountOrArgChange: true });
  const [told, setTold] = useState('');
  if (usage.isError && (!usage.currentData || isMissing(usage)))
    return <AccountMissing title={title} text={t('accounts:reloadPage.notFound')} query={usage} />;
  if (!usage.currentData) return <AccountPending />;
  return (
    <div className="content content--center content--form stack">
      <PageHead title={title} lead={usage.currentData.name} />
      {usage.isError && <Outdated query={usage} />}
      {told !== '' && <Notice tone="success" title={told} />}
      <Usage
        usage={usage.currentData}
        onEdit={() => setTold('')}
        onDone={(message) => {
          setTold(message);
          void usage.refetch();
        }}
      />
    </div>
  );
}

interface UsageProps {
  usage: FlatFeeUsage;
  onEdit(): void;
  onDone(message: string): void;
}

function Usage({ usage, onEdit, onDone }: UsageProps) {
  const t = useTexts();
  const list = useListLeft(accountsPath);
  const [typed, setTyped] = useState('');
  /**
   * Counts the edits. After a save, the field is emptied only if the user did not type during the save. A comparison of
   * the texts would not notice a user who typed the same number again.
   */
  const edits = useRef(0);
  const [fault, setFault] = useState<string>();
  const { status, run } = useFormStatus();
  const [reload] = useReloadAccountMutation();
  const send = async (imagesRemaining: number, key: string): Promise<boolean> => {
    const before = edits.current;
    const answer = await reload({ id: usage.id, imagesRemaining, key });
    if (answer.error === undefined) {
      if (edits.current === before) setTyped('');
      onDone(answer.data);
    } else await alertFailure(t, answer.error);
    // false leaves the status of the form empty, so that the form can be submitted again at once
    return false;
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const key = crypto.randomUUID();
    const parsed = flatFeeUsageRequest.safeParse({ imagesRemaining: wholeOfText(typed) ?? typed, key });
    const issue =
      typed.trim() === '' ? 'forms:required' : parsed.error && fieldFaults(parsed.error).imagesRemaining;
    setFault(issue);
    if (issue === undefined && parsed.success) void run(() => send(parsed.data.imagesRemaining, key));
  };
  return (
    <form className="form" noValidate onSubmit={onSubmit}>
      <LeaveGuard isDirty={typed.trim() !== ''} />
      <dl className="facts">
        <dt>{t('accounts:reloadPage.current')}</dt>
        <dd>
          {usage.unlimited
            ? t('accounts:reloadPage.unlimited')
            : t('accounts:reloadPage.images', { count: usage.currentBalance })}
        </dd>
      </dl>
      <div className="form-row">
        <KindField
          kind="number"
          name="imagesRemaining"
          label={t('accounts:reloadPage.new')}
          hint={t('accounts:reloadPage.hint')}
          span={6}
          required
          value={typed}
          error={fault === undefined ? undefined : messageText(t, fault)}
          onChange={({ target }) => {
            onEdit();
            edits.current += 1;
            setFault(undefined);
            setTyped(target.value);
          }}
        />
      </div>
      <div className="form-actions">
        <button className="btn btn--primary" type="submit" aria-busy={status === 'LOADING' || undefined}>
          {t('accounts:reloadPage.submit')}
        </button>
        <Link className="btn" to={list}>
          {t('accounts:entry.back')}
        </Link>
      </div>
    </form>
  );
}
