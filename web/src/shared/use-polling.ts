import { useEffect, useState } from 'react';
import { onActivity } from './activity.js';

const restsAfterMs = 2 * 60_000;

/**
 * The interval of a page that polls: `everyMs` while somebody uses this tab, and 0 after two minutes without input,
 * until the next input. Each poll extends the session, so a page that never stopped polling would switch the county's
 * inactivity limit off. Polling stops even while a user waits for progress, because otherwise a page that shows
 * progress could stay signed in all day (DECISIONS.md#door-18).
 */
export const usePolling = (everyMs: number): number => {
  const [rests, setRests] = useState(false);
  useEffect(() => {
    const waitForRest = () => setTimeout(() => setRests(true), restsAfterMs);
    let timer = waitForRest();
    const stop = onActivity(() => {
      clearTimeout(timer);
      setRests(false);
      timer = waitForRest();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return rests ? 0 : everyMs;
};
