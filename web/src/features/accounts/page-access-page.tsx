import { useRef, useState, type FormEvent } from 'react';
import { searchTypes } from '@portal/proto/http/search-types';
import type { AccountPageAccess, PageAccessFlags } from '@portal/proto/http/accounts';
import { alertFailure } from '../../shared/alert-failure.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { searchName } from '../../shared/search-types.js';
import { useCounty } from '../../shared/state/selectors.js';
import { useFormStatus } from '../../shared/use-form-status.js';
import { useListLeft } from '../../shared/use-list-left.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { LeaveGuard } from '../../ui/components/leave-guard.js';
import { Link } from '../../ui/components/link.js';
import { Notice } from '../../ui/components/notice.js';
import { PageHead } from '../../ui/components/page-head.js';
import { AccountMissing, AccountPending } from './account-states.js';
import { usePageAccessQuery, useSavePageAccessMutation } from './accounts.api.js';
import { accountsPath, type AccountPageProps } from './accounts.rules.js';

/** /controlPanel/accountPageAccess/{id}/{name} (C2-47). */
export function PageAccessPage({ params: { id = '', name = '' } }: AccountPageProps) {
  const t = useTexts();
  usePageTitle(`${t('accounts:pageAccess.title')} - ${name}`);
  const query = usePageAccessQuery(id, { refetchOnMountOrArgChange: true });
  const { currentData, isError, isFetching } = query;
  const title = t('accounts:pageAccess.title');
  if (isError) return <AccountMissing title={title} text={t('accounts:pageAccess.notFound')} query={query} />;
  // The boxes wait for fresh data, because saving old data would undo a recent change.
  return currentData && !isFetching ? <Access access={currentData} key={id} /> : <AccountPending />;
}

function Access({ access }: { access: AccountPageAccess }) {
  const t = useTexts();
  const list = useListLeft(accountsPath);
  const [flags, setFlags] = useState<PageAccessFlags>(access.flags);
  /** The flags that the server has stored. */
  const [stored, setStored] = useState(access.flags);
  const [told, setTold] = useState('');
  const latest = useRef(flags);
  const { status, run } = useFormStatus();
  const [save] = useSavePageAccessMutation();
  const same = access.searchAccess === 'same';
  const send = async (): Promise<boolean> => {
    const answer = await save({ id: access.id, flags });
    if (answer.error === undefined) {
      setStored(flags);
      // no message if a box was changed during the save, because that change is not saved yet
      if (latest.current === flags) setTold(answer.data);
    } else await alertFailure(t, answer.error);
    // false leaves the status of the form empty, so that the form can be submitted again at once
    return false;
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void run(send);
  };
  return (
    <div className="content content--center content--form stack">
      <LeaveGuard isDirty={searchTypes.some((type) => (flags[type] ?? true) !== (stored[type] ?? true))} />
      <PageHead title={t('accounts:pageAccess.title')} lead={access.name} />
      {told !== '' && <Notice tone="success" title={told} />}
      {same && <Notice tone="info" title={t('accounts:pageAccess.same')} />}
      <form className="form" onSubmit={onSubmit}>
        <Flags
          access={access}
          flags={flags}
          onFlags={(next) => {
            setTold('');
            latest.current = next;
            setFlags(next);
          }}
        />
        <div className="form-actions">
          <button className="btn btn--primary" type="submit" aria-busy={status === 'LOADING' || undefined}>
            {t('accounts:pageAccess.submit')}
          </button>
          <Link className="btn" to={list}>
            {t('accounts:entry.back')}
          </Link>
        </div>
      </form>
    </div>
  );
}

interface FlagsProps {
  access: AccountPageAccess;
  flags: PageAccessFlags;
  onFlags(flags: PageAccessFlags): void;
}

/** A box for each kind of search that the county has switched on (C2-48, C2-49). */
function Flags({ access: { offered }, flags, onFlags }: FlagsProps) {
  const t = useTexts();
  const { common } = useCounty();
  return (
    <fieldset>
      <legend className="label">{t('accounts:pageAccess.legend')}</legend>
      <span className="hint">{t('accounts:pageAccess.lead')}</span>
      <div className="choices">
        {searchTypes
          .filter((type) => offered.includes(type))
          .map((type) => (
            <label className="choice" key={type}>
              <input
                className="check"
                type="checkbox"
                checked={flags[type] ?? true}
                onChange={({ target }) => onFlags({ ...flags, [type]: target.checked })}
              />{' '}
              {searchName(t, common, type)}
            </label>
          ))}
      </div>
    </fieldset>
  );
}
