// Accounts and users of the run, made through the services' commands.
import { randomUUID } from 'node:crypto';

const password = 'Faults!2026';
const terms = {
  accountType: 'A_LA_CARTE',
  paymentMethod: 'ESCROW',
  imageChargeMethod: 'PAGE',
  certificateChargeMethod: 'DOCUMENT',
  imageRetrieval: true,
  previewRetrieval: true,
  certificateRetrieval: true,
  certificatePreviewRetrieval: true,
};

/** Two users share an account. Escrow and bundles hold about half of what is asked of them, so that some are refused. */
const kindsOf = (purchases) => [
  { terms, opening: { asset: 'USD', balance: Math.round(purchases * 80) } },
  {
    terms: { ...terms, accountType: 'FLAT_FEE' },
    opening: { asset: 'IMG', balance: Math.round(purchases * 1.5) },
  },
  { terms: { ...terms, paymentMethod: 'INVOICE' } },
];

/** @returns {Promise<{ username: string, password: string, account: string }[]>} users who can sign in */
export async function makePayers({ rpc, count, purchases }) {
  const [identity, { overrideBalance }] = await Promise.all([
    import('@portal/proto/rpc/identity'),
    import('@portal/proto/rpc/payments'),
  ]);
  const payers = [];
  const accounts = Math.ceil(count / 2);
  const kinds = kindsOf(purchases / accounts);
  for (let n = 0; n < accounts; n += 1) {
    const account = randomUUID();
    const { opening, ...kind } = kinds[n % kinds.length];
    await rpc.run(identity.saveAccount, {
      ...kind,
      id: account,
      name: `Faults ${n}`,
      status: 'A',
      searchList: null,
    });
    if (opening)
      await rpc.run(overrideBalance, {
        ...opening,
        account,
        key: `faults ${n}`,
        reason: 'a run with faults',
      });
    for (const letter of ['a', 'b']) {
      const user = { id: randomUUID(), username: `faults.user.${letter}${n}`, password, account };
      await rpc.run(identity.saveUser, { ...user, ...person });
      payers.push({ username: user.username, password, account });
    }
  }
  return payers.slice(0, count);
}

const person = {
  firstName: 'Faults',
  lastName: 'User',
  email: 'faults@lake.example',
  role: 'USER',
  status: 'A',
  language: 'ENGLISH',
};
