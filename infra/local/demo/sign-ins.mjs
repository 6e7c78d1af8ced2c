// Counties, settings, accounts and users of the demo. All ids are fixed, so that every start can run this again.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLauncherClient } from '../launcher-client.mjs';
import { chargeMethods, demoCounties } from './county-settings.mjs';

export const demoPassword = 'Portal!2026';

const aLaCarte = { accountType: 'A_LA_CARTE', imageRetrieval: true, previewRetrieval: true };

/**
 * `openings` are the account's balances when the demo first starts; `landLink` is the account's number in the office's
 * own system.
 */
const accounts = [
  {
    key: 'guest',
    name: 'Guests',
    // guests search for free, because both counties charge for searches only when the user pays by card
    terms: { ...aLaCarte, paymentMethod: 'INVOICE', imageRetrieval: false },
  },
  {
    key: 'escrow',
    landLink: '1001',
    name: 'Demo Escrow',
    terms: { ...aLaCarte, paymentMethod: 'ESCROW' },
    openings: [{ asset: 'USD', balance: 10_000 }],
  },
  {
    key: 'flatfee',
    landLink: '1002',
    name: 'Demo Flat Fee',
    terms: { ...aLaCarte, accountType: 'FLAT_FEE', paymentMethod: 'ESCROW' },
    openings: [{ asset: 'IMG', balance: 50 }],
  },
  {
    key: 'invoice',
    landLink: '1003',
    name: 'Demo Invoice',
    terms: { ...aLaCarte, paymentMethod: 'INVOICE' },
  },
  {
    key: 'credit',
    landLink: '1004',
    name: 'Demo Credit Card',
    terms: { ...aLaCarte, paymentMethod: 'CREDIT_CARD' },
  },
  {
    key: 'bundles',
    landLink: '1005',
    name: 'Demo Bundles',
    terms: { ...aLaCarte, accountType: 'FLAT_FEE', paymentMethod: 'ESCROW', userReload: true },
    openings: [
      { asset: 'IMG', balance: 2 },
      { asset: 'USD', balance: 12_000 },
    ],
  },
  {
    key: 'small',
    landLink: '1006',
    name: 'Demo Small Escrow',
    terms: { ...aLaCarte, paymentMethod: 'ESCROW' },
    openings: [{ asset: 'USD', balance: 100 }],
  },
];

const users = [
  { username: 'guest.user', role: 'GUEST', account: 'guest', lastName: 'Guest' },
  { username: 'demo.escrow', role: 'USER', account: 'escrow', lastName: 'Escrow' },
  { username: 'demo.flatfee', role: 'USER', account: 'flatfee', lastName: 'Flat Fee' },
  { username: 'demo.invoice', role: 'USER', account: 'invoice', lastName: 'Invoice' },
  { username: 'demo.credit', role: 'USER', account: 'credit', lastName: 'Credit' },
  { username: 'demo.bundles', role: 'USER', account: 'bundles', lastName: 'Bundles' },
  { username: 'demo.office', role: 'ACCOUNT', account: 'bundles', lastName: 'Office' },
  { username: 'demo.small', role: 'USER', account: 'small', lastName: 'Small' },
  { username: 'demo.account', role: 'ACCOUNT', account: 'escrow', lastName: 'Account' },
  { username: 'demo.county', role: 'COUNTY', lastName: 'County' },
  { username: 'demo.trimin', role: 'TRIMIN', lastName: 'Provider' },
  { username: 'demo.pending', role: 'USER', account: 'escrow', lastName: 'Pending', status: 'P' },
  { username: 'demo.inactive', role: 'USER', account: 'escrow', lastName: 'Inactive', status: 'I' },
  { username: 'demo.locked', role: 'USER', account: 'escrow', lastName: 'Locked', status: 'L' },
];

/** Derives an id from names, the same at each start, in the form of a version 5 UUID. */
export function demoId(...names) {
  const bytes = createHash('sha1')
    .update(`portal demo ${names.join(' ')}`)
    .digest()
    .subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x50;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** An account in the form that the identity service saves. */
const accountOf = (county, { key, name, terms, landLink = '' }) => ({
  id: demoId(county, 'account', key),
  name,
  status: 'A',
  searchList: null,
  landLinkAccount: landLink,
  terms: {
    ...terms,
    imageChargeMethod: chargeMethods[county],
    certificateChargeMethod: 'DOCUMENT',
    certificateRetrieval: terms.imageRetrieval,
    certificatePreviewRetrieval: true,
  },
});

/** A user in the form that the identity service saves. */
const userOf = (county, { username, role, lastName, account = '', status = 'A' }) => ({
  id: demoId(county, 'user', username),
  username,
  password: demoPassword,
  firstName: 'Demo',
  lastName,
  email: `${username}@${county}.example`,
  role,
  status,
  language: 'ENGLISH',
  account: account ? demoId(county, 'account', account) : null,
});

/**
 * Makes the demo's counties, settings, accounts, users and opening balances through the services' commands. A later
 * call keeps changed settings and current balances, does not create deleted accounts again, and resets users to their
 * first state.
 * @param {{ environment: Record<string, string>, say?: (line: string) => void }} o this process's part of the
 * launcher's environment (`environmentOf`), with DEMO=1
 */
export async function makeSignIns({ environment, say }) {
  await withLauncherClient(environment, async ({ rpc, config: { demo, port } }) => {
    if (!demo)
      throw new Error('the demo sign-ins, whose password is known to everybody, exist only with DEMO=1');
    await Promise.all(demoCounties(port).map((demoCounty) => makeCounty(rpc, demoCounty)));
  });
  say?.('Demo counties have their settings and sign-ins');
}

async function makeCounty(rpc, { county, sections }) {
  const [adminConfig, identity, payments, { systemActor }] = await Promise.all([
    import('@portal/proto/rpc/admin-config'),
    import('@portal/proto/rpc/identity'),
    import('@portal/proto/rpc/payments'),
    import('@portal/infra/rpc'),
  ]);
  const actor = systemActor(county.id, 'launcher');
  const run = (contract, input) => patiently(() => rpc.callOrThrow(contract, input, { actor }));
  await run(adminConfig.saveCounty, county);
  await saveMissingSections(run, adminConfig, sections);
  const deleted = await saveAccounts(run, identity, county.id);
  // saves one user after the other, because each user costs a password hash, and a hash that waits too long is refused
  for (const user of users)
    if (!deleted.has(user.account)) await run(identity.saveUser, userOf(county.id, user));
  for (const { key, openings = [] } of accounts.filter(({ key }) => !deleted.has(key))) {
    for (const [at, opening] of openings.entries()) {
      await run(payments.overrideBalance, {
        ...opening,
        key: at === 0 ? `demo opening ${key}` : `demo opening ${key} ${opening.asset}`,
        account: demoId(county.id, 'account', key),
        reason: 'Opening balance of the demo',
      });
    }
  }
}

/** @returns keys of the accounts that somebody has deleted, which stay deleted */
async function saveAccounts(run, { saveAccount }, county) {
  const deleted = new Set();
  await Promise.all(
    accounts.map(async (account) => {
      try {
        await run(saveAccount, accountOf(county, account));
      } catch (error) {
        if (error.code !== 'CONFLICT') throw error;
        deleted.add(account.key);
      }
    }),
  );
  return deleted;
}

/**
 * Tries a command again while services that have just started are still slow; each of these commands is safe to repeat.
 */
async function patiently(command) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await command();
    } catch (error) {
      if (tries === 12 || !/^SERVICE_/.test(error.code ?? '')) throw error;
      await sleep(250 * tries);
    }
  }
}

/**
 * Saves the sections that the county has never saved. The others stay, because somebody may have changed them on
 * purpose.
 */
async function saveMissingSections(run, { getSections, saveSection }, sections) {
  const saved = await run(getSections, { names: Object.keys(sections) });
  for (const { name, version } of saved)
    if (version === 0) await run(saveSection, { name, version, value: sections[name] });
}
