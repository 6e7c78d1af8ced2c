// A day at the portal: people search, read, buy and download. Every request is sent once, and its answer is recorded.
import { setTimeout as sleep } from 'node:timers/promises';
import { email } from '../bench/faults/payers.mjs';
import { seededRandom } from '../local/demo/random.mjs';

const PAUSE_MS = 150;
const ARRIVE_MS = 500;
const WAIT_MS = 25_000;
/** A user who is told to wait this many times in a row gives up signing in. */
const MOST_WAITS = 10;
/**
 * The portal sends a user at most five e-mails of one kind in an hour, and opens at most five card pages without a
 * payment. Each person stays below these limits.
 */
const [LETTERS, CARD_PAGES] = [2, 4];
const names = ['SMITH', 'JOHNSON', 'MILLER', 'ANDERSON', 'OLSON'];
const wholeTime = { fromRecordedDate: '01/01/1800', toRecordedDate: '10/30/2026' };

/** The actions of users. An action that occurs twice in the list is drawn twice as often. */
export const usual = ['search', 'search', 'read', 'look', 'buy', 'home', 'leave'];

/** The requests of people and their answers. */
export class Answers {
  requests = 0;
  /** Requests without an answer or with 403, 429 or 5xx. Each has its path, status, time and Retry-After. */
  failed = [];
  /**
   * Sign-ins that were told to wait, because the machine could not handle more of them at once. They do not count as
   * failures.
   */
  waits = 0;
  /** Purchases with the outcome that the buyer saw: guid, outcome, time. */
  purchases = [];
  /** Number of e-mails that the portal has promised to send. */
  letters = 0;
  /** Visits to the card provider's window: whether the window opened, what the portal answered, and when. */
  cardPages = [];
  /** Path, time and milliseconds of each answered request. */
  times = [];

  /**
   * @param {number} share for example 0.95
   * @param {(one: { path: string, at: number }) => boolean} [counts] which requests count
   * @returns {number} milliseconds
   */
  percentile(share, counts = () => true) {
    const sorted = this.times
      .filter(counts)
      .map(({ ms }) => ms)
      .sort((a, b) => a - b);
    return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  }
}

/** One person at a browser. */
class Person {
  cookie = '';
  /** How many times in a row the sign-in was told to wait. */
  waits = 0;
  lettersAsked = 0;
  cardPagesAsked = 0;

  constructor({ user, n, origin, answers, documents, seed, habits }) {
    Object.assign(this, {
      user,
      n,
      origin,
      answers,
      documents,
      habits,
      random: seededRandom(`${seed} ${n}`),
    });
  }

  async live(isOver) {
    // people arrive one after another, because the portal would tell people who all sign in at once to wait
    await sleep(ARRIVE_MS * this.n);
    while (!isOver()) {
      if (this.cookie === '') await this.signIn();
      else await this[this.random.pick(this.habits)]();
      await sleep(PAUSE_MS * (0.5 + this.random.next()));
    }
  }

  async signIn() {
    const { username, password } = this.user;
    const { response, answer } = await this.ask('auth/login', { username, password, language: 'ENGLISH' });
    // waits as long as Retry-After says, because the limit on sign-ins treats impatient clients as attackers
    if (response?.status === 429 || response?.status === 503)
      await sleep(1_000 * Number(response.headers.get('retry-after') ?? 1));
    this.waits = response?.status === 429 ? this.waits + 1 : 0;
    if (!answer?.ok) return;
    this.cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  search() {
    return this.ask('search/searchByName', {
      ...wholeTime,
      grantorGranteeLastName1: this.random.pick(names),
    });
  }

  read() {
    return this.ask('search/documentDetails', { documentKey: this.random.pick(this.documents).documentKey });
  }

  look() {
    return this.ask(`imaging/document/${this.random.pick(this.documents).documentKey}/page/1/thumbnail`);
  }

  home() {
    return this.ask('home/all');
  }

  async leave() {
    if (this.random.chance(0.8)) return;
    await this.ask('auth/logout');
    this.cookie = '';
  }

  /** Asks for an e-mail with a link for a new password. */
  async forget() {
    if (this.lettersAsked === LETTERS) return;
    this.lettersAsked += 1;
    const { answer } = await this.ask('auth/forgotPassword', { username: this.user.username, email });
    if (answer?.ok) this.answers.letters += 1;
  }

  /** Opens the card provider's window for a deposit, and pays nothing. */
  async deposit() {
    if (this.user.paymentMethod !== 'ESCROW' || this.cardPagesAsked === CARD_PAGES) return;
    if (this.random.chance(0.5)) return;
    this.cardPagesAsked += 1;
    const at = Date.now();
    const { answer } = await this.ask('escrowDeposit/initiateDeposit', { amount: '20.00' });
    if (answer) this.answers.cardPages.push({ opened: answer.ok, said: answer.message, at });
  }

  async buy() {
    const { documentKey, pageCount } = this.random.pick(this.documents);
    const request = {
      documentKey,
      pageSelectionMethod: 'CSV_PAGES',
      pagesSelected: String(this.random.between(1, pageCount)),
    };
    const priced = await this.ask('imaging/computeDownloadOrder', request);
    const guid = priced.answer?.content?.imageState?.guid;
    if (guid === undefined) return;
    const paid = await this.ask('imaging/payDownloadOrder', { imageStateGuid: guid });
    const told = paid.answer?.content?.status ?? (paid.answer ? 'REFUSED' : 'UNKNOWN');
    this.answers.purchases.push({ guid, outcome: told, at: Date.now() });
    if (told === 'PAID') await this.ask(`imaging/download/${guid}`);
  }

  /** Notes that the session is over. If the person has not signed out, the end of the session counts as a failure. */
  signedOut(path, at) {
    if (this.cookie !== '') this.answers.failed.push({ path, status: 403, at });
    this.cookie = '';
  }

  async ask(path, body) {
    const began = performance.now();
    const at = Date.now();
    const headers = {
      cookie: this.cookie,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': `10.30.0.${this.n + 1}`,
    };
    const request = body
      ? {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
      : { headers };
    this.answers.requests += 1;
    try {
      const address = `${this.origin(this.n)}/LandShark/api/${path}`;
      const response = await fetch(address, { ...request, signal: AbortSignal.timeout(WAIT_MS) });
      const bytes = await response.arrayBuffer();
      this.answers.times.push({ path, at, ms: performance.now() - began });
      const { status, headers: told } = response;
      const retryAfter = told.get('retry-after');
      if (status === 429 && path === 'auth/login' && retryAfter && this.waits < MOST_WAITS)
        this.answers.waits += 1;
      else if (status >= 500 || status === 429) this.answers.failed.push({ path, status, at, retryAfter });
      else if (status === 403) this.signedOut(path, at);
      const isJson = told.get('content-type')?.startsWith('application/json');
      const parsed = isJson && status < 500 ? JSON.parse(Buffer.from(bytes).toString()) : undefined;
      return { response, answer: parsed };
    } catch (error) {
      this.answers.failed.push({ path, status: error.cause?.code ?? error.name, at });
      return {};
    }
  }
}

/**
 * Starts a day that lasts until `end` is called.
 * @param {{ people: object[], documents: object[], origin: (nth: number) => string, seed?: string, habits?: string[] }} o
 */
export function beginDay({ people, documents, origin, seed = 'day', habits = usual }) {
  const answers = new Answers();
  let over = false;
  const living = Promise.all(
    people.map((user, n) =>
      new Person({ user, n, origin, answers, documents, seed, habits }).live(() => over),
    ),
  );
  const end = async () => {
    over = true;
    await living;
    return answers;
  };
  return { answers, end };
}

/**
 * Settles when this many more requests have been answered, so that a drill advances with the load and not with the
 * clock.
 */
export async function untilAnswered(answers, count) {
  const wanted = answers.times.length + count;
  for (const until = Date.now() + 120_000; answers.times.length < wanted && Date.now() < until;)
    await sleep(50);
}

/** Settles when this many purchases have been paid, or after ten minutes. */
export async function untilPaid(answers, count) {
  const paid = () => answers.purchases.filter(({ outcome }) => outcome === 'PAID').length;
  for (const until = Date.now() + 600_000; paid() < count && Date.now() < until;) await sleep(100);
}

/**
 * Purchases that a buyer saw as paid before a given time, and that are not paid in the database.
 * @param {(sql: string, params: unknown[]) => Promise<{ guid: string }[]>} ask
 */
export async function lostPurchases(ask, { purchases }, before = Number.POSITIVE_INFINITY) {
  const told = purchases
    .filter(({ outcome, at }) => outcome === 'PAID' && at < before)
    .map(({ guid }) => guid);
  const kept = await ask(
    `SELECT image_state_id::text AS guid FROM payments.download_order
      WHERE image_state_id::text = ANY($1) AND state IN ('PAID', 'DELIVERED')`,
    [told],
  );
  const paid = new Set(kept.map(({ guid }) => guid));
  return { told: told.length, lost: told.filter((guid) => !paid.has(guid)) };
}
