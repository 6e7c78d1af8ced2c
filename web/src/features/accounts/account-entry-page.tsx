import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import type { AccountForm, OpenedAccount } from '@portal/proto/http/accounts';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useListLeft } from '../../shared/use-list-left.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { ChangedEntry, StoredNotes } from '../../ui/components/changed-entry.js';
import { FormProblems } from '../../ui/components/form-problems.js';
import { FormLeaveGuard, useUnsaved } from '../../ui/components/leave-guard.js';
import { Link } from '../../ui/components/link.js';
import { Notice } from '../../ui/components/notice.js';
import { PageHead } from '../../ui/components/page-head.js';
import { useAccountActions } from './account-actions.js';
import { accountFormOf } from './account-entry.rules.js';
import { AccountBadges } from './account-badges.js';
import { ContactPart, LandLinkPart, RetrievalPart, TermsPart } from './account-fields.js';
import { AccountMenu } from './account-menu.js';
import { AccountOverview } from './account-overview.js';
import { AccountMissing, AccountPending } from './account-states.js';
import { useAccountQuery } from './accounts.api.js';
import { SeeAsAccount } from './see-as-account.js';
import { accountsAskedFor, accountsPath, type AccountPageProps } from './accounts.rules.js';
import { storedAccountFields } from './stored-account.js';
import { useAccountEntry, type AccountEntryForm } from './use-account-entry.js';

/** /controlPanel/accounts/{id}: the form of an account; the id 0 stands for a new account (C2-12). */
export function AccountEntryPage({ params: { id = '0' } }: AccountPageProps) {
  return <OpenedEntry id={id} key={id} />;
}

function OpenedEntry({ id }: { id: string }) {
  const t = useTexts();
  const account = useAccountQuery(id, { refetchOnMountOrArgChange: true });
  const [told, setTold] = useState('');
  const { currentData: data, isError, isFetching } = account;
  usePageTitle(data && id !== '0' ? t('accounts:entry.title', { name: data.name }) : t('accounts:title'));
  if (isError)
    return <AccountMissing title={t('accounts:title')} text={t('accounts:entry.notFound')} query={account} />;
  // The form waits for the current data of the account, so that a save does not overwrite what another page changed.
  if (!data || isFetching) return <AccountPending />;
  const changed = (message: string): void => {
    setTold(message);
    void account.refetch();
  };
  return (
    <Entry account={data} key={data.status} told={told} onEdit={() => setTold('')} onChanged={changed} />
  );
}

const fieldLabels = {
  ...{ name: 'accounts:entry.name', paymentMethod: 'accounts:entry.paymentMethod' },
  ...{ monthlyFee: 'accounts:entry.monthlyFee', landLinkAccount: 'accounts:entry.landLinkAccount' },
  ...{ lastTasks: 'accounts:entry.lastTasks', address: 'person:address', city: 'person:city' },
  ...{
    state: 'person:state',
    zip: 'person:zip',
    phone: 'accounts:entry.phone',
    email: 'accounts:entry.email',
  },
  ...Object.fromEntries(
    [
      ...['accountType', 'flatFeeRateLevel', 'userReload', 'imageChargeMethod', 'certificateChargeMethod'],
      ...['postToLandLink', 'imageRetrieval', 'previewRetrieval', 'certificateRetrieval'],
      'certificatePreviewRetrieval',
    ].map((name) => [name, `accounts:entry.${name}`]),
  ),
};

interface EntryProps {
  account: OpenedAccount;
  /** The server's message about the last change of the account's status, until the next edit (C0-34). */
  told: string;
  onEdit(): void;
  onChanged(message: string): void;
}

function Entry({ account, told, onEdit, onChanged }: EntryProps) {
  const t = useTexts();
  const entry = useAccountEntry(account);
  const { form, status, submit, opened = account } = entry;
  const list = useListLeft(accountsPath);
  const isNew = account.id === '0';
  const readOnly = account.status === 'I';
  const labels = Object.fromEntries(Object.entries(fieldLabels).map(([name, key]) => [name, t(key)]));
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!readOnly) submit();
  };
  const stored = storedAccountFields(t, entry, labels);
  const onChange = (): void => {
    form.clearErrors();
    onEdit();
  };
  return (
    <div className="content content--center content--form stack">
      <FormLeaveGuard form={form} opened={accountFormOf(opened)} />
      {isNew ? (
        <NewHead />
      ) : (
        <KnownHead account={account} form={form} opened={accountFormOf(opened)} onChanged={onChanged} />
      )}
      {told !== '' && <Notice tone="success" title={told} />}
      {!isNew && <AccountOverview id={account.id} name={account.name} />}
      {readOnly && <Notice tone="info" title={t('accounts:entry.inactive')} />}
      <ChangedEntry entry={entry} of="account" fields={stored} />
      <FormProblems form={form} labels={labels} />
      <form className="form" noValidate onSubmit={onSubmit} onChange={onChange}>
        {/* the key changes when the clerk takes the stored values; the fields then start again from these values */}
        <fieldset className="form" disabled={readOnly} key={opened.version}>
          <StoredNotes fields={stored}>
            <TermsPart entry={entry} account={opened} />
            <LandLinkPart entry={entry} />
            <RetrievalPart entry={entry} account={opened} />
            <ContactPart entry={entry} />
          </StoredNotes>
        </fieldset>
        <div className="form-actions">
          {!readOnly && (
            <button className="btn btn--primary" type="submit" aria-busy={status === 'LOADING' || undefined}>
              {t('accounts:entry.submit')}
            </button>
          )}
          <Link className="btn" to={list}>
            {t(readOnly ? 'accounts:entry.back' : 'accounts:entry.cancel')}
          </Link>
        </div>
      </form>
    </div>
  );
}

function NewHead() {
  const t = useTexts();
  return <PageHead title={t('accounts:entry.newTitle')} />;
}

interface KnownHeadProps extends Pick<EntryProps, 'account' | 'onChanged'> {
  form: AccountEntryForm['form'];
  /**
   * The values that the form had when the page was opened. If the current values differ, a change of the account's
   * status first warns that unsaved changes will be lost.
   */
  opened: AccountForm;
}

function KnownHead({ account, form, opened, onChanged }: KnownHeadProps) {
  const navigate = useNavigate();
  const list = useListLeft(accountsPath);
  const actions = useAccountActions(accountsAskedFor(new URLSearchParams()), onChanged, {
    unsaved: useUnsaved({ form, opened }),
    onRemoved: (message) => void navigate(list, { state: { told: message } }),
  });
  return (
    <>
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{account.name}</h1>
          <p className="with-badge">
            {account.accountTypeDescription}, {account.paymentMethodDescription}{' '}
            <AccountBadges {...account} />
          </p>
        </div>
        <div className="page-head__actions">
          {account.status === 'A' && <SeeAsAccount id={account.id} />}
          <AccountMenu account={account} countyAdminReload={account.countyAdminReload} actions={actions} />
        </div>
      </div>
      {actions.question}
    </>
  );
}
