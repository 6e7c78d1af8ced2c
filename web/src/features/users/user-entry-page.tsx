import { useState, type FormEvent } from 'react';
import type { ManagedUser, NewUserForm } from '@portal/proto/http/user-manager';
import { allowableRoles, hasAccount, isStaff, type Role } from '@portal/proto/roles';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { useListLeft } from '../../shared/use-list-left.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { AccountPicker } from '../../ui/components/code-picker.js';
import { ChangedEntry, StoredNotes } from '../../ui/components/changed-entry.js';
import { SelectField, TextField } from '../../ui/components/fields.js';
import { LookupField } from '../../ui/components/field-kinds.js';
import { FormProblems } from '../../ui/components/form-problems.js';
import { FormLeaveGuard } from '../../ui/components/leave-guard.js';
import { Link } from '../../ui/components/link.js';
import { NewSignIn } from '../../ui/components/new-sign-in.js';
import { NotLoaded } from '../../ui/components/not-loaded.js';
import { Notice } from '../../ui/components/notice.js';
import { AddressFields, ContactFields, useFieldError } from '../../ui/components/person-fields.js';
import { ResetMail } from './reset-mail.js';
import { storedUserFields } from './stored-user.js';
import { newUserFormOf, userFormOf } from './user-entry.rules.js';
import { useUserEntry, type UserEntryForm } from './use-user-entry.js';
import { useUserQuery } from './users.api.js';

/** /userManager/{id}: the form of a user; the id 0 stands for a new user (C1-13). */
export function UserEntryPage({ id }: { id: string }) {
  return id === '0' ? <NewUser /> : <KnownUser id={id} key={id} />;
}

function NewUser() {
  const t = useTexts();
  const [first] = useUser()?.allowableAccounts ?? [];
  usePageTitle(t('users:entry.newTitle'));
  return (
    <Entry
      title={t('users:entry.newTitle')}
      initial={newUserFormOf(first?.code ?? null)}
      accountName={first?.description ?? ''}
    />
  );
}

/**
 * A user to edit. If loading fails, the page says so and shows no alert (C0-36, C0-37). The form waits for fresh data,
 * because saving old data would undo a recent change.
 */
function KnownUser({ id }: { id: string }) {
  const t = useTexts();
  const query = useUserQuery(id, { refetchOnMountOrArgChange: true });
  const { currentData: user, isError, isFetching } = query;
  const list = useListLeft('/userManager');
  const title = user ? t('users:entry.title', { username: user.username }) : t('users:title');
  usePageTitle(title);
  if (isError)
    return (
      <div className="content content--center stack">
        <h1 tabIndex={-1}>{t('users:title')}</h1>
        <NotLoaded query={query} icon="users" missing={t('users:entry.notFound')}>
          <Link className="btn" to={list}>
            {t('users:entry.back')}
          </Link>
        </NotLoaded>
      </div>
    );
  if (!user || isFetching)
    return (
      <p className="sr" role="status">
        {t('ui:loading')}
      </p>
    );
  return <Entry title={title} user={user} initial={userFormOf(user)} accountName={user.accountName} />;
}

interface EntryProps {
  title: string;
  initial: NewUserForm;
  accountName: string;
  /** Undefined for a new user. */
  user?: ManagedUser;
}

const signInFields = ['username', 'password', 'passwordConfirm'];
const personFields = ['firstName', 'lastName', 'company', 'address', 'city', 'state', 'zip', 'email'];

function Entry({ title, initial, accountName, user }: EntryProps) {
  const t = useTexts();
  const entry = useUserEntry(user, initial);
  const { form, opened } = entry;
  const readOnly = user !== undefined && user.status === 'I';
  const labels = {
    ...Object.fromEntries(signInFields.map((name) => [name, t(`person:${name}`)])),
    ...{ role: t('users:entry.role'), accountId: t('users:entry.account') },
    ...Object.fromEntries(personFields.map((name) => [name, t(`person:${name}`)])),
    ...{ standardPhone: t('person:phone'), internationalPhone: t('person:phone') },
    phoneFormatType: t('person:phoneFormatType'),
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!readOnly) entry.submit();
  };
  const stored = storedUserFields(t, entry, labels, form.watch('phoneFormatType'));
  return (
    <div className="content content--center content--form stack">
      <FormLeaveGuard form={form} opened={opened ? userFormOf(opened) : initial} />
      <Head title={title} user={user} />
      {readOnly && <Notice tone="info" title={t('users:entry.inactive')} />}
      <ChangedEntry entry={entry} of="user" fields={stored} />
      <FormProblems form={form} labels={labels} />
      <form className="form" noValidate onSubmit={onSubmit} onChange={() => form.clearErrors()}>
        <fieldset className="form" disabled={readOnly}>
          <StoredNotes fields={stored}>
            {!user && (
              <NewSignIn
                form={form}
                heading={t('users:entry.signIn')}
                autoComplete="off"
                staff={isStaff(form.watch('role'))}
              />
            )}
            <BelongsPart entry={entry} accountName={accountName} readOnly={readOnly} />
            <PersonParts entry={entry} />
          </StoredNotes>
        </fieldset>
        <Actions readOnly={readOnly} busy={entry.status === 'LOADING'} />
      </form>
    </div>
  );
}

function Actions({ readOnly, busy }: { readOnly: boolean; busy: boolean }) {
  const t = useTexts();
  const list = useListLeft('/userManager');
  return (
    <div className="form-actions">
      {!readOnly && (
        <button className="btn btn--primary" type="submit" aria-busy={busy || undefined}>
          {t('users:entry.submit')}
        </button>
      )}
      <Link className="btn" to={list}>
        {t(readOnly ? 'users:entry.back' : 'users:entry.cancel')}
      </Link>
    </div>
  );
}

/** The head of the page: title, button for a reset e-mail, and the server's message after that e-mail was sent. */
function Head({ title, user }: Pick<EntryProps, 'title'> & { user: ManagedUser | undefined }) {
  const [told, setTold] = useState('');
  return (
    <>
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{title}</h1>
          {user && <Times user={user} />}
        </div>
        {user && user.role !== 'GUEST' && (
          <div className="page-head__actions">
            <ResetMail user={user} onTold={setTold} />
          </div>
        )}
      </div>
      {told !== '' && <Notice tone="success" title={told} />}
    </>
  );
}

function Times({ user: { createdAt, lastSignIn } }: { user: ManagedUser }) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const dayOf = (instant: string): string => momentOf(instant, timeZone).date;
  return (
    <p className="muted">
      {t('users:entry.created')} {dayOf(createdAt)}. {t('users:entry.lastSignIn')}:{' '}
      {lastSignIn === '' ? t('users:entry.never') : dayOf(lastSignIn)}.
    </p>
  );
}

interface PartProps {
  entry: UserEntryForm;
}

interface BelongsProps extends PartProps {
  accountName: string;
  readOnly: boolean;
}

/**
 * The type and the account of a user. The form offers only types and accounts that the signed-in user may assign
 * (C1-21). For an inactive user, type and account are shown as text (C1-20).
 */
function BelongsPart({ entry: { form, opened }, accountName, readOnly }: BelongsProps) {
  const t = useTexts();
  const own = useUser();
  const errorOf = useFieldError(form);
  const [role, accountId] = form.watch(['role', 'accountId']);
  const [picked, setPicked] = useState(accountName);
  const name = opened && accountId === opened.accountId ? opened.accountName : picked;
  const choices = allowableRoles(own?.role ?? 'USER').map((each: Role) => ({
    value: each,
    text: t(`users:role.${each}`),
  }));
  if (readOnly)
    return (
      <dl className="facts">
        <dt>{t('users:entry.role')}</dt>
        <dd>{t(`users:role.${role}`)}</dd>
        <dt>{t('users:entry.account')}</dt>
        <dd>{name || t('users:entry.noAccount')}</dd>
      </dl>
    );
  return (
    <div className="form-section" role="group" aria-labelledby="part-belongs">
      <h2 id="part-belongs">{t('users:entry.belongs')}</h2>
      <div className="form-row">
        <SelectField
          {...form.register('role')}
          label={t('users:entry.role')}
          choices={choices}
          span={6}
          required
          error={errorOf('role')}
        />
        {hasAccount(role) && (
          <AccountField
            name={name}
            error={errorOf('accountId')}
            fixed={own?.role === 'ACCOUNT'}
            onPick={(id, description) => {
              setPicked(description);
              form.setValue('accountId', id);
              form.clearErrors('accountId');
            }}
          />
        )}
      </div>
    </div>
  );
}

interface AccountFieldProps {
  name: string;
  error: string | undefined;
  /** True if there is only one account to choose. */
  fixed: boolean;
  onPick(id: string, name: string): void;
}

function AccountField({ name, error, fixed, onPick }: AccountFieldProps) {
  const t = useTexts();
  const [finding, setFinding] = useState(false);
  const terms = { label: t('users:entry.account'), span: 6 as const, required: true, error, value: name };
  if (fixed) return <TextField {...terms} name="accountId" readOnly />;
  return (
    <>
      <LookupField
        {...terms}
        name="accountId"
        readOnly
        lookup={t('users:entry.lookupAccount')}
        onLookup={() => setFinding(true)}
        onClick={() => setFinding(true)}
      />
      {finding && (
        <AccountPicker
          onPick={({ code, description }) => {
            setFinding(false);
            onPick(code, description);
          }}
          onClose={() => setFinding(false)}
        />
      )}
    </>
  );
}

function PersonParts({ entry: { form } }: PartProps) {
  const t = useTexts();
  return (
    <>
      <div className="form-section" role="group" aria-labelledby="part-name">
        <h2 id="part-name">{t('users:entry.nameAndAddress')}</h2>
        <AddressFields form={form} reachable="optional" formatsZip />
      </div>
      <div className="form-section" role="group" aria-labelledby="part-contact">
        <h2 id="part-contact">{t('users:entry.contact')}</h2>
        <ContactFields form={form} reachable="optional" />
      </div>
    </>
  );
}
