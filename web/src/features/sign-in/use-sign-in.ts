import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { LoginRequest } from '@portal/proto/http/session';
import { callErrorOf } from '../../shared/http/api.js';
import { windowErrorText } from '../../shared/http/alert-texts.js';
import { changeLanguage } from '../../shared/i18n/i18n.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { rememberedLocation } from '../../shared/remembered-location.js';
import { returnToField } from '../../shared/return-to-field.js';
import { useLoginAsGuestMutation, useLoginMutation } from '../../shared/session.api.js';
import { useSharedDispatch } from '../../shared/state/selectors.js';
import { signedIn } from '../../shared/state/session.slice.js';
import { useFormStatus } from '../../shared/use-form-status.js';

/**
 * Signs in and goes to the requested page, or to /home (A2-16, A1-30). A refusal is shown on the form (A2-17).
 * `signIn(null)` signs in as the county's guest, who has no password. `needsCode` is true from the moment the server
 * asks for the code of the user's second factor; `asksForCode` is true while the message only asks for the code and
 * reports no wrong code.
 */
export const useSignIn = () => {
  const t = useTexts();
  const navigate = useNavigate();
  const location = useLocation();
  const dispatch = useSharedDispatch();
  const [login] = useLoginMutation();
  const [loginAsGuest] = useLoginAsGuestMutation();
  const [message, setMessage] = useState<string>();
  const [needsCode, setNeedsCode] = useState(false);
  const [asksForCode, setAsksForCode] = useState(false);
  const { status, run } = useFormStatus();
  const signIn = (values: LoginRequest | null): Promise<void> =>
    run(async () => {
      setMessage(undefined);
      setAsksForCode(false);
      try {
        const user = await (values ? login(values) : loginAsGuest()).unwrap();
        dispatch(signedIn(user));
        await changeLanguage(user.language);
        await navigate(rememberedLocation(location.state), { replace: true });
        return true;
      } catch (error) {
        const failure = callErrorOf(error);
        setMessage(windowErrorText(t, failure));
        if (failure.kind === 'refused' && failure.fields?.code !== undefined) {
          setAsksForCode(!needsCode);
          setNeedsCode(true);
          returnToField('code');
        }
        return false;
      }
    });
  return { message, needsCode, asksForCode, status, signIn, clearMessage: () => setMessage(undefined) };
};
