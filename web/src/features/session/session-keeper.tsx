import { useCallback, useEffect, useRef } from 'react';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf, sessionEnded } from '../../shared/http/api.js';
import { isLoginNeeded } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useLogoutMutation } from '../../shared/session.api.js';
import { useCounty, useSharedDispatch } from '../../shared/state/selectors.js';
import { signedOut } from '../../shared/state/session.slice.js';
import { MessageDialog } from '../../ui/components/message-dialog.js';
import { timeText, type Inactivity } from './inactivity.rules.js';
import { useStayMutation } from './session-keeper.api.js';
import { useInactivity } from './use-inactivity.js';

const minuteMs = 60_000;

/** Watches the county's inactivity limit, if it has one, while a user is signed in. */
export function SessionKeeper() {
  const { inactivityTimeLimit, inactivityTimeLimitPeriod } = useCounty().userAccess;
  return inactivityTimeLimit ? <Keeper minutes={inactivityTimeLimitPeriod} /> : null;
}

function Keeper({ minutes }: { minutes: number }) {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const [tell] = useStayMutation();
  const [logout] = useLogoutMutation();
  const stay = useCallback(() => void tell(), [tell]);
  const state = useInactivity(minutes * minuteMs, stay);
  const over = state.phase === 'over';
  const ending = useRef(false);
  useEffect(() => {
    if (!over || ending.current) return;
    ending.current = true;
    // `sessionEnded` makes the login page lead back to where the user was
    void logout().then(() => {
      dispatch(sessionEnded());
      void showAlert(t('session:ended', { count: minutes }), 'INFO');
    });
  }, [over, minutes, logout, dispatch, t]);
  const leave = async (): Promise<void> => {
    const { error } = await logout();
    // if the session is already over, the user counts as logged out
    if (error && !isLoginNeeded(callErrorOf(error))) await showAlert(t('shell:logout.failed'));
    else dispatch(signedOut());
  };
  return <Warning state={state} onStay={stay} onLeave={() => void leave()} />;
}

interface WarningProps {
  state: Inactivity;
  onStay(): void;
  onLeave(): void;
}

/** Asks whether the user is still there. Screen readers announce only the sentence, not the countdown. */
function Warning({ state, onStay, onLeave }: WarningProps) {
  const t = useTexts();
  if (state.phase !== 'warned') return null;
  return (
    <MessageDialog tone="WARNING" text={t('session:warning')} advice={t('session:advice')} onClose={onStay}>
      <span className="count" aria-hidden="true">
        {timeText(state.secondsLeft)}
      </span>
      <button className="btn" type="button" onClick={onLeave}>
        {t('session:leave')}
      </button>
      <button className="btn btn--primary" type="button" data-autofocus onClick={onStay}>
        {t('session:stay')}
      </button>
    </MessageDialog>
  );
}
