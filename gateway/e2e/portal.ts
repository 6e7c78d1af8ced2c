import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Envelope } from '@portal/proto/http/envelope';
import type { RecordOf, SearchAnswer } from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import type { ListedUser } from '@portal/proto/http/user-manager';

/** The port of the product under test; `npm test` starts the product and sets the port. */
const port = Number(process.env.PORTAL_PORT);

export const hosts = { lake: 'localhost', saipan: 'saipan.localhost' } as const;
export type CountyHost = keyof typeof hosts;

export const demoPassword = 'Portal!2026';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body parsed as an envelope. */
  readonly envelope: Envelope<unknown>;
}

export interface Question {
  readonly method?: string;
  /** The path below /LandShark/api/, or the whole path if it starts with a slash. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string | string[]>;
  /** The IP address of this machine that the request comes from; Linux accepts all of 127.0.0.0/8. */
  readonly from?: string;
}

/** Sends a request to 127.0.0.1 with the host name of a county; `fetch` cannot set the Host header. */
export const ask = (host: string, question: Question): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const text = question.body === undefined ? undefined : bodyText(question.body);
    const path = question.path.startsWith('/') ? question.path : `/LandShark/api/${question.path}`;
    const method = question.method ?? (text === undefined ? 'GET' : 'POST');
    const headers = {
      host: `${host}:${port}`,
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }),
      ...question.headers,
    };
    const at = { host: '127.0.0.1', port, path, method, headers };
    const sent = httpRequest({ ...at, ...(question.from && { localAddress: question.from }) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve(replyOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))),
      );
    });
    sent.on('error', reject);
    sent.end(text);
  });

const bodyText = (body: unknown): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);

const replyOf = (status: number, headers: IncomingHttpHeaders, body: Buffer): Reply => ({
  status,
  headers,
  body,
  get envelope() {
    const parsed: Envelope<unknown> = JSON.parse(body.toString());
    return parsed;
  },
});

/** A browser as the portal sees it: its cookie and its county. */
export class Visitor {
  cookie = '';

  /**
   * @param from the address of this machine that the requests come from
   * @param host the host name of the county; given for a county that a test has added
   */
  constructor(
    readonly county: CountyHost = 'lake',
    private readonly from?: string,
    private readonly host: string = hosts[county],
  ) {}

  /**
   * @param from the address of this machine that the requests come from; needed for guests, who share a user and are
   *   therefore counted by IP address
   */
  static async signedIn(username: string, county: CountyHost = 'lake', from?: string): Promise<Visitor> {
    const visitor = new Visitor(county, from);
    const reply = await visitor.logIn({ username, password: demoPassword });
    if (!reply.envelope.ok) throw new Error(`${username} could not sign in: ${reply.envelope.message}`);
    return visitor;
  }

  /** Signs in, and tries again when the portal says so: another test may just have sent many sign-ins or searches. */
  async logIn(body: object): Promise<Reply> {
    let reply = await this.post('auth/login', body);
    for (let tried = 0; [429, 503].includes(reply.status) && tried < 15; tried += 1) {
      const seconds = Number(reply.headers['retry-after']);
      // a wait of more than ten seconds means that the IP address has used up its wrong sign-ins for the day
      if (seconds > 10) return reply;
      await sleep(seconds * 1_000);
      reply = await this.post('auth/login', body);
    }
    return reply;
  }

  async ask(question: Question): Promise<Reply> {
    const cookie = this.cookie ? { cookie: this.cookie } : undefined;
    const { from = question.from } = this;
    const headers = { ...cookie, ...question.headers };
    const reply = await ask(this.host, { ...question, ...(from && { from }), headers });
    for (const line of reply.headers['set-cookie'] ?? []) this.cookie = line.split(';')[0] ?? '';
    return reply;
  }

  get(path: string, headers?: Record<string, string>): Promise<Reply> {
    return this.ask({ path, ...(headers && { headers }) });
  }

  post(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Reply> {
    return this.ask({ method: 'POST', path, body, ...(headers && { headers }) });
  }
}

/** Returns the content of an answer; throws if the request failed. */
export const contentOf = async <T>(asked: Promise<Reply>): Promise<T> => {
  const { envelope } = await asked;
  if (!envelope.ok) throw new Error(envelope.message);
  return envelope.content as T;
};

/**
 * Adds a second clerk, who signs in.
 * @returns the clerk; `remove` deletes the user, so that the demo keeps only its own users
 */
export async function addSecondClerk(clerk: Visitor) {
  const username = `second.clerk.${randomUUID().slice(0, 8)}`;
  const password = 'Heron-Bay-Ferry!7';
  const person = { firstName: 'Second', lastName: 'Clerk', email: `${username}@example.com` };
  const user = { id: 0, username, password, role: 'COUNTY', accountId: null, ...person };
  await clerk.post('userManager/user', user);
  const found = clerk.post('userManager/users', { filterText: username });
  const [{ id: userId } = { id: '' }] = (await contentOf<{ users: ListedUser[] }>(found)).users;
  const colleague = new Visitor('lake');
  await contentOf(colleague.logIn({ username, password }));
  return { colleague, remove: () => clerk.post('userManager/userDelete', { userId }) };
}

/** Finds the demo deed A1000001. */
export const deed = { documentType: 'A', documentNumber: '1000001', key: 'A1000001' } as const;

export const orderOf = (pages: string, key: string = deed.key) => ({
  documentKey: key,
  instrumentCode: '',
  pageSelectionMethod: pages === '' ? 'ENTIRE_DOCUMENT' : 'CSV_PAGES',
  pagesSelected: pages,
  pageCount: 12,
});

/** The answer to a search that lists records of this kind. */
export type AnswerOf<K extends ResultKind> = Omit<SearchAnswer, 'searchResults'> & {
  searchResults: Omit<SearchAnswer['searchResults'], 'searchResultList'> & {
    searchResultList: RecordOf<K>[];
  };
};
