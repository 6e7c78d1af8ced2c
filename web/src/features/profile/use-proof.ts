import { useState } from 'react';
import { useStore } from 'react-redux';
import { showAlert } from '../../shared/alerts.js';
import type { CallError } from '../../shared/http/call.js';
import { windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { SharedState } from '../../shared/state/selectors.js';

/** The current password, which the server requires when the sign-in was long ago. */
export interface Proof {
  /** True while the field is shown. */
  asked: boolean;
  error: string | undefined;
  /** The value to send; null if the field was never shown. */
  value: string | null;
  change(text: string): void;
  /**
   * Shows why the server refused a change. When the server asks for the password for the first time, shows the password
   * field instead of a message.
   */
  explain(error: CallError): Promise<void>;
}

export const useProof = (): Proof => {
  const t = useTexts();
  const store = useStore<SharedState>();
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<string>();
  const [text, setText] = useState('');
  const explain = async (failure: CallError): Promise<void> => {
    // when the session is over, the login page opens, whatever the calls returned (A6-06)
    if (!store.getState().session.user) return;
    const fault = failure.kind === 'refused' ? failure.fields?.currentPassword : undefined;
    setError(fault);
    if (fault === undefined || asked) await showAlert(windowErrorText(t, failure));
    if (fault !== undefined) setAsked(true);
  };
  return {
    asked,
    error,
    value: asked && text !== '' ? text : null,
    change: (typed) => {
      setError(undefined);
      setText(typed);
    },
    explain,
  };
};
