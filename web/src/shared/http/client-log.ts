import { serverUrl } from './server.js';

type Level = 'error' | 'warn' | 'info';

/** Maximum number of log entries until the page is loaded again, so that a repeated failure does not flood the log. */
const mostEntries = 50;
let entries = 0;

/** POST logReact: sends an entry of the browser's log. The server's answer is not read (A12-21). */
export const reportToServer = (level: Level, message: string, stack?: string): void => {
  if ((entries += 1) > mostEntries) return;
  const body = JSON.stringify({
    level,
    message: message.slice(0, 4_000),
    ...(stack !== undefined && { stack: stack.slice(0, 8_000) }),
    // leaves out the last part of a mailed link, because it is a secret (S16)
    url: `${location.origin}${location.pathname.replace(/[\w-]{43}$/, '…')}`,
  });
  fetch(serverUrl('logReact'), {
    method: 'POST',
    credentials: 'include',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => undefined);
};
