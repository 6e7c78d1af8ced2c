// Creates the accounts and users of a fault run, with commands to the services.
import { randomUUID } from 'node:crypto';

const password = 'Faults!2026';
/** An account that pays for each page from escrow. */
export const terms = {
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

/**
 * Two users share each account. Most accounts begin with enough money or prepaid images for a part of the run. The poor
 * accounts begin with so little money that some purchases are refused, and two users may compete for the last cent.
 */
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
  { kind: 'POOR', terms, opening: [['USD', 1_500]] },
  { kind: 'INVOICE', terms: { ...terms, paymentMethod: 'INVOICE' }, opening: [] },
];

/** @returns users who can sign in, with the ids that services use for them */
export async function makePayers({ rpc, count }) {
  const payers = [];
  for (let n = 0; payers.length < count; n += 1) payers.push(...(await makeAccount(rpc, n)));
  const customers = payers.slice(0, count);
  return [...customers, ...(await makeClerks(rpc, customers))];
}

/**
 * Makes the accounts that clerks delete, each with one user. Half of them pay by invoice: they need no balance, so only
 * the closing of the account prevents purchases after the deletion.
 * @returns {Promise<{ user: string, username: string, password: string, account: string, paymentMethod: string,
 * address: string }[]>}
 */
export async function makeLeavers({ rpc, count }) {
  const leavers = [];
  for (let n = 0; n < count; n += 1) {
    const usernames = [`faults.leaver.${n}`];
    const paymentMethod = n % 2 === 0 ? 'INVOICE' : 'ESCROW';
    const made = {
      name: `Leaving ${n}`,
      terms: { ...terms, paymentMethod },
      opening: [],
      usernames,
      password,
    };
    const [leaver] = await saveAccountWithUsers(rpc, made);
    leavers.push({ ...leaver, paymentMethod, address: `10.9.${Math.floor(n / 250)}.${(n % 250) + 1}` });
  }
  return leavers;
}

/**
 * Creates a TRIMIN user and two clerks of the county's office, because some work needs a second clerk. Each of the
 * three gets the list of the accounts that do not pay by card.
 */
async function makeClerks(rpc, customers) {
  const identity = await import('@portal/proto/rpc/identity');
  const accounts = [
    ...new Set(customers.filter(({ kind }) => kind !== 'CREDIT_CARD').map(({ account }) => account)),
  ];
  const people = { 'faults.clerk.a': 'COUNTY', 'faults.clerk.b': 'COUNTY', 'faults.provider': 'TRIMIN' };
  const clerks = Object.entries(people).map(([username, role]) => ({
    ...{ user: randomUUID(), username, password, accounts, role },
  }));
  for (const { user, username, role } of clerks)
    await rpc.run(identity.saveUser, {
      id: user,
      username,
      password,
      account: null,
      ...person,
      role,
    });
  return clerks.map(({ role, ...clerk }) => {
    const kind = role === 'TRIMIN' ? 'PROVIDER' : 'CLERK';
    return { ...clerk, account: null, kind, terms: null };
  });
}

async function makeAccount(rpc, n) {
  const { kind, terms: own, opening } = kinds[n % kinds.length];
  const usernames = ['a', 'b'].map((letter) => `faults.user.${letter}${n}`);
  const users = await saveAccountWithUsers(rpc, {
    name: `Faults ${n}`,
    terms: own,
    opening,
    usernames,
    password,
  });
  return users.map((user) => ({ ...user, kind, terms: own }));
}

/**
 * Creates an account with its opening balances and users.
 * @returns {Promise<{ user: string, username: string, password: string, account: string }[]>}
 */
export async function saveAccountWithUsers(
  rpc,
  { name, terms: own, opening, usernames, password: secret, status = 'A' },
) {
  const [identity, { overrideBalance }] = await Promise.all([
    import('@portal/proto/rpc/identity'),
    import('@portal/proto/rpc/payments'),
  ]);
  const account = randomUUID();
  const saved = { id: account, name, status: 'A', terms: own, searchList: null };
  await rpc.run(identity.saveAccount, saved);
  for (const [asset, balance] of opening) {
    const key = `${account} ${asset}`;
    await rpc.run(overrideBalance, { key, account, asset, balance, reason: 'made for a run' });
  }
  const users = usernames.map((username) => ({ user: randomUUID(), username, password: secret, account }));
  for (const { user, username } of users)
    await rpc.run(identity.saveUser, { id: user, username, password: secret, account, ...person, status });
  return users;
}

/** The e-mail address of all users. */
export const email = 'faults@lake.example';

const person = {
  ...{ firstName: 'Faults', lastName: 'User', email },
  role: 'USER',
  status: 'A',
  language: 'ENGLISH',
};
