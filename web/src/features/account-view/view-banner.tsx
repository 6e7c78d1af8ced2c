import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CurrentUser } from '@portal/proto/http/session';
import { showAlert } from '../../shared/alerts.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useLazyLoginStatusQuery } from '../../shared/session.api.js';
import { viewSentenceId } from '../../shared/refused-in-view.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { useLeaveViewMutation } from './account-view.api.js';
import './account-view.css';

type View = NonNullable<CurrentUser['view']>;

/**
 * The time of a view may be up on the browser's clock but not yet on the server's. Then the server is asked again after
 * this pause.
 */
const againMs = 5_000;

/**
 * Asks the server who is signed in when the time of the view is up. Otherwise the page would still look like a page of
 * the account's user, although its next call would be made as staff.
 */
const useEnd = ({ until }: View, onOver: () => void): void => {
  const [ask] = useLazyLoginStatusQuery();
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      const { data, isSuccess } = await ask();
      if (!current) return;
      if (isSuccess && !data?.view) onOver();
      else timer = setTimeout(() => void look(), againMs);
    };
    timer = setTimeout(() => void look(), Math.max(0, Date.parse(until) - Date.now()));
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [until, ask, onOver]);
};

/**
 * Returns the text one frame later, because screen readers announce only text that changes after the banner has
 * appeared.
 */
const useLate = (text: string): string => {
  const [late, setLate] = useState('');
  useEffect(() => {
    const frame = requestAnimationFrame(() => setLate(text));
    return () => cancelAnimationFrame(frame);
  }, [text]);
  return late;
};

/** Shows a text at the top of each window that hides the banner on a phone (account-view.css). */
const useNameInWindows = (text: string): void =>
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--seen-as', JSON.stringify(text));
    return () => void style.removeProperty('--seen-as');
  }, [text]);

/**
 * Says above each page that staff sees the portal as a user of an account would, and has the button that ends this
 * view.
 */
export function ViewBanner({ view }: { view: View }) {
  const t = useTexts();
  const navigate = useNavigate();
  const [ask] = useLazyLoginStatusQuery();
  const [leaveView, { isLoading }] = useLeaveViewMutation();
  const account = `/controlPanel/accounts/${view.accountId}`;
  const text = t('account-view:seen', { account: view.accountName });
  const told = useLate(text);
  const [onOver] = useState(() => () => {
    void navigate(account);
    void showAlert(t('account-view:over'), 'INFO');
  });
  useEnd(view, onOver);
  const leave = async (): Promise<void> => {
    if (isLoading) return;
    const { error } = await leaveView();
    if (error === undefined) {
      await ask();
      await navigate(account);
    } else if (!isLoginNeeded(callErrorOf(error))) await showAlert(windowErrorText(t, callErrorOf(error)));
  };
  const { time } = momentOf(view.until, useCounty().county.timeZone);
  useNameInWindows(t('account-view:seenAs', { account: view.accountName }));
  return (
    <section className="banner view-banner" aria-label={t('account-view:label')}>
      <Icon name="info" />
      <div className="view-banner__text">
        <p id={viewSentenceId} role="status">
          {told}
        </p>
        <details>
          <summary>{t('account-view:about')}</summary>
          <p>{t('account-view:help', { time })}</p>
        </details>
      </div>
      <button
        className="btn btn--sm"
        type="button"
        aria-disabled={isLoading || undefined}
        onClick={() => void leave()}
      >
        {t('account-view:leave')}
      </button>
    </section>
  );
}
