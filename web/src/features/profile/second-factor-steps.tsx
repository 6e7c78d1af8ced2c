import { useEffect, useState, type FormEvent } from 'react';
import type { OfferedSecondFactor } from '@portal/proto/http/second-factor';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { returnToField } from '../../shared/return-to-field.js';
import { useFormStatus } from '../../shared/use-form-status.js';
import { TextField } from '../../ui/components/fields.js';
import { ConnectApp, focusOnce } from './connect-app.js';
import { CopiedText } from './copied-text.js';
import {
  useConfirmSecondFactorMutation,
  useOfferSecondFactorMutation,
  useRemoveSecondFactorMutation,
} from './profile.api.js';

/** Called when a step begins to wait for an answer, and when it stops waiting. */
type OnBusy = (busy: boolean) => void;

const fields = {
  currentPassword: {
    type: 'password',
    autoComplete: 'current-password',
    label: 'person:currentPassword',
    hint: undefined,
  },
  code: {
    type: 'text',
    inputMode: 'numeric',
    width: 'w-10',
    autoComplete: 'one-time-code',
    label: 'profile:secondFactorCode',
    hint: 'profile:secondFactorCodeHint',
  },
} as const;

interface OneAnswerProps {
  /** The field's name, under which the server reports what is wrong with the answer. */
  name: keyof typeof fields;
  submit: string;
  /** True if the step has nothing to read before the field, which then gets the focus. */
  focused: boolean;
  onBusy: OnBusy;
  /** @throws the error of the refused call */
  onSend(answer: string): Promise<void>;
}

/** A form with one field; every step of the second factor needs one field only. */
function OneAnswer({ name, submit, focused, onBusy, onSend }: OneAnswerProps) {
  const t = useTexts();
  const { status, run } = useFormStatus();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const { label, hint, ...input } = fields[name];
  useEffect(() => {
    if (focused) document.getElementById(name)?.focus();
  }, [name, focused]);
  const send = async (): Promise<boolean> => {
    onBusy(true);
    try {
      await onSend(text);
      return true;
    } catch (error) {
      const failure = callErrorOf(error);
      const named = failure.kind === 'refused' ? failure.fields?.[name] : undefined;
      setFault(named);
      if (named === undefined) await showAlert(windowErrorText(t, failure));
      returnToField(name);
      return false;
    } finally {
      onBusy(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void run(send);
  };
  return (
    <form className="form" noValidate onSubmit={onSubmit}>
      <div className="form-row">
        <TextField
          {...input}
          name={name}
          label={t(label)}
          hint={hint && t(hint)}
          required
          value={text}
          error={fault}
          onChange={({ target }) => {
            setFault(undefined);
            setText(target.value);
          }}
        />
      </div>
      <button className="btn btn--primary" type="submit" aria-busy={status === 'LOADING' || undefined}>
        {submit}
      </button>
    </form>
  );
}

interface AddFactorProps {
  onBusy: OnBusy;
  onAdded(codes: string[]): void;
}

/**
 * Adds the second factor: the user enters the password to get a key, then a code that proves that the app has the key.
 */
export function AddFactor({ onBusy, onAdded }: AddFactorProps) {
  const t = useTexts();
  const [offer] = useOfferSecondFactorMutation();
  const [confirm] = useConfirmSecondFactorMutation();
  const [offered, setOffered] = useState<OfferedSecondFactor>();
  if (!offered)
    return (
      <>
        <p>{t('profile:secondFactorOff')}</p>
        <OneAnswer
          key="offer"
          name="currentPassword"
          submit={t('profile:secondFactorAdd')}
          focused
          onBusy={onBusy}
          onSend={async (password) => setOffered(await offer(password).unwrap())}
        />
      </>
    );
  return (
    <>
      <ConnectApp offered={offered} />
      <OneAnswer
        key="confirm"
        name="code"
        submit={t('profile:secondFactorConfirm')}
        focused={false}
        onBusy={onBusy}
        onSend={async (code) => onAdded((await confirm(code).unwrap()).recoveryCodes)}
      />
    </>
  );
}

/** The recovery codes. They are shown only once, because the server stores only their hashes. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTexts();
  return (
    <div className="form-section">
      <h2 id="recovery-codes" tabIndex={-1} ref={focusOnce}>
        {t('profile:recoveryCodes')}
      </h2>
      <p>{t('profile:recoveryCodesHint')}</p>
      <CopiedText text={codes.join('\n')} file="recovery-codes.txt">
        <ul aria-labelledby="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </CopiedText>
    </div>
  );
}

interface RemoveFactorProps {
  codesLeft: number;
  onBusy: OnBusy;
  onRemoved(): void;
}

export function RemoveFactor({ codesLeft, onBusy, onRemoved }: RemoveFactorProps) {
  const t = useTexts();
  const [remove] = useRemoveSecondFactorMutation();
  const send = async (password: string): Promise<void> => {
    await remove(password).unwrap();
    onRemoved();
    await showAlert(t('profile:secondFactorRemoved'), 'OK');
  };
  return (
    <>
      <p>{t('profile:secondFactorOn', { count: codesLeft })}</p>
      <p>{t('profile:secondFactorNewCodes')}</p>
      <OneAnswer
        name="currentPassword"
        submit={t('profile:secondFactorRemove')}
        focused
        onBusy={onBusy}
        onSend={send}
      />
    </>
  );
}
