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
  userReload: true,
};

/** Two users share an account. Money and images are enough for a while, so that purchases are also refused. */
const kinds = [
  { kind: 'ESCROW', terms, opening: [['USD', 3_000]] },
  {
    kind: 'FLAT_FEE',
    terms: { ...terms, accountType: 'FLAT_FEE' },
    opening: [
      ['IMG', 20],
      ['USD', 4_000],
    ],
  },
  { kind: 'CREDIT_CARD', terms: { ...terms, paymentMethod: 'CREDIT_CARD' }, opening: [] },
  { kind: 'ESCROW', terms, opening: [['USD', 1_500]] },
  { kind: 'INVOICE', terms: { ...terms, paymentMethod: 'INVOICE' }, opening: [] },
];

/** @returns users who can sign in, with what services know of them */
export async function makePayers({ rpc, count }) {
  const payers = [];
  for (let n = 0; payers.length < count; n += 1) payers.push(...(await makeAccount(rpc, n)));
  return payers.slice(0, count);
}

async function makeAccount(rpc, n) {
  const [identity, { overrideBalance }] = await Promise.all([
    import('@portal/proto/rpc/identity'),
    import('@portal/proto/rpc/payments'),
  ]);
  const account = randomUUID();
  const { kind, terms: own, opening } = kinds[n % kinds.length];
  const saved = { id: account, name: `Faults ${n}`, status: 'A', terms: own, searchList: null };
  await rpc.run(identity.saveAccount, saved);
  for (const [asset, balance] of opening) {
    const key = `faults ${n} ${asset}`;
    await rpc.run(overrideBalance, { key, account, asset, balance, reason: 'a run with faults' });
  }
  const users = ['a', 'b'].map((letter) => ({ user: randomUUID(), username: `faults.user.${letter}${n}` }));
  for (const { user, username } of users)
    await rpc.run(identity.saveUser, { id: user, username, password, account, ...person });
  return users.map((one) => ({ ...one, password, account, kind, terms: own }));
}

const person = {
  firstName: 'Faults',
  lastName: 'User',
  email: 'faults@lake.example',
  role: 'USER',
  status: 'A',
  language: 'ENGLISH',
};
