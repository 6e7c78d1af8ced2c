// Guards of e-filing: of the fee in the payments service, and of the uploaded file in the imaging service.
import { guard } from './guard.mjs';

const fees = 'services/payments/src/filings/filing.service.ts';
const feeTest = 'services/payments/test/filings.spec.ts';
const file = 'services/imaging/src/efile/filing-file.ts';
const fileTest = 'services/imaging/test/filing-files.spec.ts';

export default [
  guard(
    'S4',
    'filing-needs-its-payment',
    [
      fees,
      `    if (isToPayByCard(charge) && !(earlier && isCarried(earlier, charge))) return fail('PAYMENT_NEEDED');`,
    ],
    [feeTest, 'S4 cannot be sent without a payment that the provider confirms'],
  ),
  guard(
    'S5',
    'filing-is-of-its-user',
    [fees, 'if (!charge || !isFor(charge, actor))', 'if (!charge)'],
    [feeTest, 'S5 is not found for other users, and is never calculated for guests'],
  ),
  guard(
    'S21',
    'filing-fee-is-held-once',
    [fees, "if (charge.state !== 'PRICED') return ok({ balance: null });"],
    [feeTest, 'S21 reserves its fee once, however often it is sent'],
  ),
  guard(
    'S24',
    'filing-kind-by-its-bytes',
    [file, 'kind === undefined || declared !== kind', 'kind === undefined'],
    [fileTest, 'S24 is refused when it is'],
  ),
  guard(
    'S24',
    'filing-of-two-kinds',
    [
      file,
      "return bytes.includes(zipEnd, end) ? undefined : 'application/pdf';",
      "return 'application/pdf';",
    ],
    [fileTest, 'S24 is refused when it is'],
  ),
  guard(
    'S24',
    'filing-with-active-content',
    [file, "if (found !== undefined) throw new FilingRefused('FILING_ACTIVE', found);"],
    [fileTest, 'S24 is refused with'],
  ),
  guard(
    'S24',
    'filing-with-a-virus-signature',
    [file, "if (bytes.includes(eicar)) throw new FilingRefused('FILING_ACTIVE', 'EICAR');"],
    [fileTest, 'S24 is refused when it is'],
  ),
];
