import { useEffect, useState, type FormEvent } from 'react';
import type { OfferedSecondFactor } from '@portal/proto/http/second-factor';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useFormStatus } from '../../shared/use-form-status.js';
import { TextField } from '../../ui/components/fields.js';
import {
  useConfirmSecondFactorMutation,
  useOfferSecondFactorMutation,
  useRemoveSecondFactorMutation,
} from './profile.api.js';

interface OneAnswerProps {
  /** The field's name, under which the server reports what is wrong with the answer. */
  name: 'currentPassword' | 'code';
  submit: string;
  /** @throws the error of the refused call */
  onSend(answer: string): Promise<void>;
}

/** A form with one field; every step of the second factor needs one field only. */
function OneAnswer({ name, submit, onSend }: OneAnswerProps) {
  const t = useTexts();
  const { status, run } = useFormStatus();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  useEffect(() => document.getElementById(name)?.focus(), [name]);
  const send = async (): Promise<boolean> => {
    try {
      await onSend(text);
      return true;
    } catch (error) {
      const failure = callErrorOf(error);
      const named = failure.kind === 'refused' ? failure.fields?.[name] : undefined;
      setFault(named);
      if (named === undefined) await showAlert(windowErrorText(t, failure));
      return false;
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void run(send);
  };
  const secret = name === 'currentPassword';
  return (
    <form className="form" noValidate onSubmit={onSubmit}>
      <div className="form-row">
        <TextField
          name={name}
          type={secret ? 'password' : 'text'}
          label={t(secret ? 'person:currentPassword' : 'profile:secondFactorCode')}
          autoComplete={secret ? 'current-password' : 'one-time-code'}
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

/**
 * Adds the second factor: the user enters the password to get a key, then a code that proves that the app has the key.
 */
export function AddFactor({ onAdded }: { onAdded: (codes: string[]) => void }) {
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
          onSend={async (password) => setOffered(await offer(password).unwrap())}
        />
      </>
    );
  return (
    <>
      <p id="second-factor-key">{t('profile:secondFactorKey')}</p>
      <CopiedText text={offered.key.replace(/.{4}(?=.)/g, '$& ')} labelledBy="second-factor-key" />
      <p>{t('profile:secondFactorKeyHint')}</p>
      <p>
        <a href={offered.address}>{t('profile:secondFactorOpen')}</a>
      </p>
      <OneAnswer
        key="confirm"
        name="code"
        submit={t('profile:secondFactorConfirm')}
        onSend={async (code) => onAdded((await confirm(code).unwrap()).recoveryCodes)}
      />
    </>
  );
}

/** The recovery codes. They are shown only once, because the server stores only their hashes. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTexts();
  return (
    <>
      <h3 id="recovery-codes" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {t('profile:recoveryCodes')}
      </h3>
      <p>{t('profile:recoveryCodesHint')}</p>
      <CopiedText text={codes.join('\n')} labelledBy="recovery-codes" />
    </>
  );
}

export function RemoveFactor({ codesLeft, onRemoved }: { codesLeft: number; onRemoved: () => void }) {
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
      <OneAnswer name="currentPassword" submit={t('profile:secondFactorRemove')} onSend={send} />
    </>
  );
}

/** A text with a button that copies it; without a clipboard the user can select the text. */
function CopiedText({ text, labelledBy }: { text: string; labelledBy: string }) {
  const t = useTexts();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <p aria-labelledby={labelledBy}>
        {text.split('\n').map((line) => (
          <span key={line}>
            <code>{line}</code>
            <br />
          </span>
        ))}
      </p>
      {'clipboard' in navigator && (
        <button className="btn" type="button" onClick={() => void copy()}>
          {t('profile:copy')}
        </button>
      )}
      <p className="sr" role="status">
        {copied && t('profile:copied')}
      </p>
    </>
  );
}
