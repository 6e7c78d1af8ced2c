// Guards of the exchange with the office's land system, in the imaging service.
import { guard } from './guard.mjs';

const exchange = 'services/imaging/src/exchange';
const test = 'services/imaging/test/exchange.spec.ts';

export default [
  guard(
    'S24',
    'answers-without-document-type',
    [`${exchange}/bounded-xml.ts`, "throw new NotRead('doctype');", ''],
    [
      'services/imaging/test/land-system-answer.spec.ts',
      'S24 causes nothing to be expanded or fetched: a DOCTYPE is refused before its entities are read',
    ],
  ),
  guard(
    'S24',
    'large-answers-are-not-read',
    [`${exchange}/answer-files.ts`, 'found.size > largestXml', 'false'],
    [test, 'S24 is moved to the refused files without being read'],
  ),
  guard(
    'S5',
    'answers-take-no-claim',
    [
      `${exchange}/answer-applier.ts`,
      "if (state === 'IN_REVIEW' && !isMine(filing, actor)) return held(number, filing.claimedName);",
      '',
    ],
    [test, 'is refused while a colleague works on the document, and the refusal names the colleague'],
  ),
  guard(
    'S9',
    'packages-are-for-staff',
    [`${exchange}/package.service.ts`, '!isOffice(actor) || !(await', '!(await'],
    [test, 'S9 is refused to anyone but the county’s clerks, and to clerks while the exchange is off'],
  ),
  guard(
    'S5',
    'answers-of-another-county',
    [
      `${exchange}/answer-folder.ts`,
      "if (read.value.county !== county) return whole('filings:exchange.otherCounty');",
      '',
    ],
    [test, 'S5 is refused with the reason if it is not XML'],
  ),
];
