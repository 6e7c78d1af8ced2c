import type { Line } from '../src/ledger/entry.rules.js';
import { keyText } from '../src/ledger/ledger-account.js';

/** Lines in the form of the chart of entries, `escrow:A:USD -400`, with a released hold in parentheses. */
export const chart = (lines: readonly Line[]): string[] =>
  lines.map(({ account, amount, release }) =>
    [keyText(account), String(amount), ...(release === undefined ? [] : [`(${release})`])].join(' '),
  );
