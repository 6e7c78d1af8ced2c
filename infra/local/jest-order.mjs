import Sequencer from '@jest/test-sequencer';

/** What takes longest, longest first: begun last, one of them would run alone at the end. */
const slow = [
  ...[
    'payments/test/money-property',
    'infra/test/launcher',
    'search/test/import-killed',
    'search/test/import.spec',
  ],
  ...['web/test/results-sequence', 'web/test/results-selection', 'identity/test/sign-in', 'web/test/order'],
  ...['web/test/results.spec', 'web/test/search-area', 'infra/test/events-kafka', 'payments/test/deposits'],
  ...[
    'reports/test/transactions',
    'search/test/reference',
    'identity/test/passwords',
    'identity/test/registration',
  ],
];

const rankOf = ({ path }) => {
  const rank = slow.findIndex((part) => path.includes(part));
  return rank < 0 ? slow.length : rank;
};

/** A fresh clone knows no durations, and jest would go by the sizes of files. */
export default class SlowFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
