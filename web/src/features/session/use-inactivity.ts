import { useCallback, useEffect, useRef, useState } from 'react';
import { onActivity } from '../../shared/activity.js';
import { lastCallAt } from '../../shared/http/call.js';
import { inactivityAfter, nextLookMs, tellEveryMs, type Inactivity } from './inactivity.rules.js';
import { openOtherTabs } from './other-tabs.js';

/**
 * How often a tab tells the other tabs when the server last heard from this tab. The interval is short: if the user
 * answers the warning in one tab and another tab does not learn of it, that other tab ends the session for all tabs.
 */
const tellTabsEveryMs = 1_000;

/** When the server last heard from this browser, in any tab. */
const useLastHeard = (): (() => number) => {
  const elsewhere = useRef(0);
  useEffect(() => {
    const tabs = openOtherTabs((at) => (elsewhere.current = Math.max(elsewhere.current, at)));
    let told = 0;
    const tell = (): void => {
      if (lastCallAt() > told) tabs.tell((told = lastCallAt()));
    };
    tell();
    const timer = setInterval(tell, tellTabsEveryMs);
    return () => {
      clearInterval(timer);
      tabs.close();
    };
  }, []);
  return useCallback(() => Math.max(lastCallAt(), elsewhere.current), []);
};

/**
 * The state of the county's inactivity limit. Activity in the page counts, because the page reports it to the server.
 * While the warning is shown, only the user's answer to it extends the session.
 * @param stay tells the server that the user is there
 */
export const useInactivity = (limitMs: number, stay: () => void): Inactivity => {
  const [state, setState] = useState<Inactivity>({ phase: 'working' });
  const lastHeard = useLastHeard();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      clearTimeout(timer);
      const idle = Date.now() - lastHeard();
      setState(inactivityAfter(idle, limitMs));
      timer = setTimeout(look, nextLookMs(idle, limitMs));
    };
    const noteActivity = (): void => {
      const idle = Date.now() - lastHeard();
      const working = inactivityAfter(idle, limitMs).phase === 'working';
      if (working && idle >= tellEveryMs(limitMs)) stay();
    };
    look();
    // checks at once when a laptop wakes up
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    const stopNoting = onActivity(noteActivity);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
      stopNoting();
    };
  }, [limitMs, lastHeard, stay]);
  return state;
};
