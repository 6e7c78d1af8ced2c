// Guards of the deletion of accounts: in the identity service, in the payments service, and at the route.
import { guard } from './guard.mjs';

const payments = 'services/payments';
const closing = `${payments}/src/account-closing/account-closing.service.ts`;
const closed = `${payments}/src/ledger/closed-account.repository.ts`;
const money = `${payments}/test/account-closing.spec.ts`;
const ledger = `${payments}/test/ledger.spec.ts`;
const identity = 'services/identity/src/account-manager';
const removal = 'services/identity/test/account-removal.spec.ts';

export default [
  guard(
    'S9',
    'deletion-is-for-staff',
    [`${identity}/account-removal.ts`, "if (!maySaveAccounts(actor)) return fail('NOT_FOUND');", ''],
    [removal, 'S9 is available only to staff of the account’s county'],
  ),
  guard(
    'S9',
    'closing-is-for-staff',
    [closing, "if (!standingOf(actor).isStaff) return fail('NOT_FOUND');", ''],
    [money, 'S9 can be closed by staff of its county and by no other user'],
  ),
  guard(
    'S12',
    'deletion-ends-sessions',
    [`${identity}/account-remover.ts`, 'await this.ender.endOfAccount(tx, id, end);', ''],
    [removal, 'S12 ends the sessions of its users'],
  ),
  guard(
    'S21',
    'closing-asks-for-money',
    [closing, 'if (reason) return fail(reason);', ''],
    [money, 'an account stays open while it has USD,'],
  ),
  guard(
    'S21',
    'closing-waits-for-payers',
    [closed, 'pg_advisory_xact_lock(hashtextextended', 'abs(hashtextextended'],
    [ledger, 'S21 is closed only after every transaction that found it open'],
  ),
  guard(
    'S21',
    'closed-account-buys-nothing',
    [
      `${payments}/src/orders/order-holder.ts`,
      'order.accountId !== null && !(await this.closed.isOpen(tx, order.accountId))',
      'false',
    ],
    [money, 'a closed account buys nothing'],
  ),
  guard(
    'S21',
    'closed-account-gets-no-entry',
    [
      `${payments}/src/ledger/ledger.service.ts`,
      'if (account !== null) await this.requireOpen',
      'if (false) await this.requireOpen',
    ],
    [ledger, 'an account that is closed gets no entry'],
  ),
  guard(
    'S21',
    'closed-opens-no-card-page',
    [
      `${payments}/src/attempts/attempt-opener.ts`,
      'attempt.accountId !== null && !(await this.closed.isOpen(tx, attempt.accountId))',
      'false',
    ],
    [money, 'a closed account opens no card page'],
  ),
  guard(
    'S21',
    'closed-gets-no-free-bundle',
    [
      `${payments}/src/add-ons/add-on-purchase.ts`,
      'await this.ledger.requireOpen(tx, accountId, `ADD_ON ${id}`);',
      '',
    ],
    [money, 'not even a free one: option 2'],
  ),
  guard(
    'S21',
    'late-deposit-credits-nothing',
    [
      `${payments}/src/attempts/attempt-settler.ts`,
      'isMoney && !(await this.credit.isTaken(tx, attempt))',
      'false',
    ],
    [money, 'is not credited with a deposit that the provider reports afterwards'],
  ),
  guard(
    'S38',
    'deletion-asks-for-a-proof',
    [
      'gateway/src/http/account-manager.controller.ts',
      "@Post('accountDelete')\n  @Proved()",
      "@Post('accountDelete')\n  @Unproved('without a proof')",
    ],
    ['gateway/test/step-up.spec.ts', 'S38 a staff route that does not declare'],
  ),
  guard(
    'S38',
    'card-keys-ask-for-a-proof',
    [
      'gateway/src/http/card-keys.controller.ts',
      "@Post('cardKeys')\n  @Proved()",
      "@Post('cardKeys')\n  @Unproved('without a proof')",
    ],
    [
      'gateway/test/step-up.spec.ts',
      'S38 needs a new proof of identity if the last one is more than five minutes old',
    ],
  ),
  guard(
    'S32',
    'card-keys-are-sealed-for-their-county',
    ['proto/src/http/card-keys.ts', '`card keys\\n${county}`', '`card keys ${county.slice(0, 0)}`'],
    [`${payments}/test/card-keys.spec.ts`, 'S32 sealed keys cannot be opened for another county'],
  ),
  guard(
    'S32',
    'another-card-merchant-waits',
    [`${payments}/src/card-keys/card-keys.service.ts`, "tried.value.change === 'OTHER'", 'false'],
    [`${payments}/test/card-keys.spec.ts`, 'S32 keys of another merchant wait for a second person'],
  ),
  guard(
    'S32',
    'nobody-approves-own-card-keys',
    [
      `${payments}/src/card-keys/card-keys.service.ts`,
      "if (request.askedBy === userOf(actor)) return fail('OWN_CARD_KEYS')",
      "if (request.askedBy === '') return fail('OWN_CARD_KEYS')",
    ],
    [`${payments}/test/card-keys.spec.ts`, 'S32 keys of another merchant wait for a second person'],
  ),
];
