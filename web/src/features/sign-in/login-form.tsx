import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react';
import { loginRequest } from '@portal/proto/http/session';
import { language, type Language } from '@portal/proto/roles';
import { changeLanguage, currentLanguage, loadTexts } from '../../shared/i18n/i18n.js';
import { rememberLanguage } from '../../shared/i18n/remembered-language.js';
import { useMessageText, useTexts } from '../../shared/i18n/use-texts.js';
import { chosenLanguage, useOfferedLanguages } from '../../shared/offered-languages.js';
import { useCounty } from '../../shared/state/selectors.js';
import { SelectField, TextField } from '../../ui/components/fields.js';
import { Link } from '../../ui/components/link.js';
import { Notice } from '../../ui/components/notice.js';
import { useSignIn } from './use-sign-in.js';

const loadProvider = async () =>
  (await Promise.all([import('./provider-entry.js'), loadTexts('staff-sign-in')]))[0];
const ProviderEntry = lazy(async () => ({ default: (await loadProvider()).ProviderEntry }));
const ProviderProblem = lazy(async () => ({ default: (await loadProvider()).ProviderProblem }));

type Problems = Partial<Record<string, string>>;

/** Error messages by field. The form is small enough to do without a form library on the first route. */
const problemsOf = (answers: unknown): Problems => {
  const read = loginRequest.safeParse(answers);
  return Object.fromEntries(
    (read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
  );
};

/** The login form (A2-06): username, password and, where the county has switched it on, the language (A2-07). */
export function LoginForm() {
  const t = useTexts();
  const county = useCounty();
  const { userAccess, userLockout, loginPageRegistration, staffSignIn } = county;
  const { message, needsCode, asksForCode, status, signIn, clearMessage } = useSignIn();
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  const busy = status === 'LOADING';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const answers = Object.fromEntries(new FormData(form.current ?? undefined));
    const found = problemsOf(answers);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) document.getElementById(first)?.focus();
    // Sends a language only if the user has chosen one. Otherwise the server keeps the user's stored language.
    else void signIn({ ...loginRequest.parse(answers), language: chosenLanguage(county) });
  };
  const edited = (): void => {
    setProblems({});
    clearMessage();
  };
  return (
    <form className="login__form form" noValidate ref={form} onSubmit={submit} onChange={edited}>
      <h1 tabIndex={-1}>{t('sign-in:title')}</h1>
      {userLockout.lockoutInPlace && <Notice tone="warning" title={userLockout.messageLogin} />}
      <Suspense>{staffSignIn.providerName !== '' && <ProviderProblem />}</Suspense>
      {message && <Notice tone={asksForCode ? 'info' : 'error'} title={message} />}
      <Answers problems={problems} />
      {needsCode && <CodeField />}
      <div className="form-actions">
        <button className="btn btn--primary btn--block" type="submit" aria-busy={busy || undefined}>
          {t(busy ? 'sign-in:loggingIn' : 'sign-in:submit')}
        </button>
      </div>
      <p className="sr" role="status">
        {busy && t('sign-in:loggingIn')}
      </p>
      {loginPageRegistration.forgotPasswordLink && (
        <div className="login__links">
          <Link to="/forgotUsername">{t('sign-in:forgotUsername')}</Link>
          <Link to="/forgotPassword">{t('sign-in:forgotPassword')}</Link>
        </div>
      )}
      {userAccess.guestUserName !== '' && <GuestEntry busy={busy} onEnter={() => void signIn(null)} />}
      <Suspense>
        {staffSignIn.providerName !== '' && <ProviderEntry name={staffSignIn.providerName} />}
      </Suspense>
      {loginPageRegistration.selfRegistration && (
        <p className="small muted">
          <Link to="/register">{t('sign-in:newUser')}</Link> {t('sign-in:newUserHint')}
        </p>
      )}
    </form>
  );
}

/** Changes the language of the page at once, and remembers it for the next visit. */
const speak = (chosen: Language): void => {
  rememberLanguage(chosen);
  void changeLanguage(chosen);
};

function LanguageField() {
  const t = useTexts();
  const choices = useOfferedLanguages().map(([value, { self }]) => ({ value, text: self }));
  if (choices.length < 2) return null;
  return (
    <div className="form-row">
      <SelectField
        name="language"
        label={t('sign-in:language')}
        choices={choices}
        defaultValue={currentLanguage()}
        onChange={({ target }) => speak(language.parse(target.value))}
      />
    </div>
  );
}

function Answers({ problems }: { problems: Problems }) {
  const t = useTexts();
  const textOf = useMessageText();
  return (
    <>
      <div className="form-row">
        <TextField
          name="username"
          label={t('sign-in:username')}
          autoComplete="username"
          required
          error={textOf(problems.username)}
        />
      </div>
      <div className="form-row">
        <TextField
          name="password"
          type="password"
          label={t('sign-in:password')}
          autoComplete="current-password"
          required
          error={textOf(problems.password)}
        />
      </div>
      <LanguageField />
    </>
  );
}

/** The field for the code of the second factor. It gets the focus, because the other fields are filled in. */
function CodeField() {
  const t = useTexts();
  useEffect(() => document.getElementById('code')?.focus(), []);
  return (
    <div className="form-row">
      <TextField
        name="code"
        label={t('sign-in:code')}
        hint={t('sign-in:codeHint')}
        autoComplete="one-time-code"
        required
      />
    </div>
  );
}

function GuestEntry({ busy, onEnter }: { busy: boolean; onEnter: () => void }) {
  const t = useTexts();
  return (
    <div className="login__other">
      <button className="btn btn--block" type="button" aria-disabled={busy || undefined} onClick={onEnter}>
        {t('sign-in:guest')}
      </button>
      <p className="small muted">{t('sign-in:guestHint')}</p>
    </div>
  );
}
