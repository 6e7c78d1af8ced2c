// The virtual users of a run. Each has its own random sequence that follows from the seed.
import { seededRandom } from '../../local/demo/random.mjs';
import { makeBilled } from './billing-operations.mjs';
import { PortalClient } from './client.mjs';
import { live } from './operations.mjs';

/**
 * @param {{ payers: object[], seed: string, origin: string, charge: Function, ask: Function }} o `charge` charges a
 * paid search as the search service does
 */
export async function gather({ payers, leavers, seed, origin, ...o }) {
  const { documents, book, history, tally, charge, ask, settleFiling, forgotten } = o;
  const shared = { documents, book, history, tally, charge, origin, leavers, ask, settleFiling, forgotten };
  const users = payers.map((payer, n) => {
    const client = new PortalClient(origin, payer, placeOf(n, 0));
    const random = seededRandom(`${seed} ${payer.username}`);
    const session = () => actorOf(ask, payer);
    return {
      ...shared,
      name: payer.username,
      kind: payer.kind,
      accounts: payer.accounts,
      client,
      random,
      session,
    };
  });
  await Promise.all(users.map(({ client }) => client.signIn()));
  const { client } = users.find(({ kind }) => kind === 'PROVIDER');
  shared.billed = await makeBilled({ client, count: o.billed });
  for (const user of users) user.billed = shared.billed;
  const stranger = {
    ...shared,
    name: 'stranger',
    kind: 'STRANGER',
    random: seededRandom(`${seed} stranger`),
  };
  return {
    users,
    live: (isOver) => Promise.all([...users, stranger].map((user) => live(user, isOver))),
    /** Gives every user a new client address: users at one address may leave only 20 card pages a day unpaid (S37). */
    move: (times) => users.forEach(({ client }, n) => (client.address = placeOf(n, times))),
    /** Signs card users out, so that their authorizations are captured. */
    leave: () =>
      Promise.all(users.filter(({ kind }) => kind === 'CREDIT_CARD').map(({ client }) => client.signOut())),
  };
}

const placeOf = (user, times) => `10.${20 + (times % 200)}.${Math.floor(user / 250)}.${(user % 250) + 1}`;

/**
 * The actor that services get for the user, with the user's newest session; undefined until the user has priced an
 * order.
 */
async function actorOf(ask, { user, username, account, terms }) {
  const [visit] = await ask(
    `SELECT session_id FROM payments.image_state WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1`,
    [user],
  );
  if (!visit) return undefined;
  return {
    ...{ county: 'lake', user, username, account, role: 'USER', session: visit.session_id },
    ...{ language: 'ENGLISH', terms },
  };
}

/** Additional clients of the users. They search without pause and sign in, to overload the product. */
export function gatherCrowd({ origin, payers }) {
  const wholeTime = { fromRecordedDate: '01/01/1800', toRecordedDate: '10/30/2026' };
  const names = ['SMITH', 'JOHNSON', 'MILLER', 'ANDERSON', 'OLSON'];
  const visitors = payers.map((payer, n) => new PortalClient(origin, payer, `10.10.0.${n + 1}`));
  return {
    signIn: (random) => random.pick(visitors).signIn(),
    /** Signs in one of the users. Returns the user's name and cookie. */
    signedIn: async (random) => {
      const visitor = random.pick(visitors);
      await visitor.signIn();
      return { name: visitor.user.username, cookie: visitor.cookie };
    },
    search: (random) =>
      random
        .pick(visitors)
        .ask('search/searchByName', { ...wholeTime, grantorGranteeLastName1: random.pick(names) }),
  };
}
