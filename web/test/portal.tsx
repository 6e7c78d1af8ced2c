import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, jest } from '@jest/globals';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { searchTypes } from '@portal/proto/http/search-types';
import type { CurrentUser } from '@portal/proto/http/session';
import type { HelperContent, HelperName, NotableDates } from '@portal/proto/http/start-up';
import { routesOf } from '../src/app/router.js';
import { openStore } from '../src/app/store.js';
import { readCounty } from '../src/shared/county.js';
import { startTexts } from '../src/shared/i18n/i18n.js';
import { countyRead } from '../src/shared/state/county.slice.js';
import { signedIn } from '../src/shared/state/session.slice.js';
import { collectFaults, expectNoFault } from './reported-faults.js';

const namespaces = [
  ...['shell', 'ui', 'sign-in', 'forms', 'home', 'search', 'results', 'workbench', 'preview', 'order'],
  ...['person', 'registration', 'recovery', 'profile', 'session', 'cards', 'purchases', 'reconciliation'],
  ...['panel', 'panel-shell', 'panel-pages', 'report-forms', 'reports', 'account-view'],
];
const locales = path.resolve(import.meta.dirname, '../../proto/locales');

/**
 * The namespaces that were read in this process. They are read again for each test file, because a module that loads on
 * demand requests its texts only once in a process.
 */
const asked = new Set(namespaces);
export const readTexts = async (catalogue: string, namespace: string) => {
  asked.add(namespace);
  return JSON.parse(await readFile(path.join(locales, catalogue, `${namespace}.json`), 'utf8'));
};

/** Adds the parts of the platform that jsdom lacks: modal dialogs, popovers, media queries and sizes. */
const completePlatform = (): void => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
  };
  const { matches } = Element.prototype;
  Object.assign(Element.prototype, {
    matches(this: Element, selector: string): boolean {
      return selector === ':popover-open' ? false : matches.call(this, selector);
    },
  });
  window.matchMedia = (media) =>
    ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as never;
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => undefined;
};

export interface ServerCall {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export interface Refusal {
  status?: number;
  statusText?: string;
  message?: string;
  code?: string;
  fields?: Record<string, string>;
  lockout?: boolean;
  /** A text that is sent instead of an envelope. */
  text?: string;
}

/** A refused call. The answer is an envelope with `ok: false`, or a text that is not an envelope. */
export class Refused {
  constructor(readonly answer: Refusal) {}
}
export const refuse = (answer: Refusal): Refused => new Refused(answer);
/** A successful answer with its own message. */
export class Told {
  constructor(
    readonly message: string,
    readonly content: unknown,
    readonly lockout: boolean,
  ) {}
}
export const told = (message: string, content: unknown = {}, lockout = false): Told =>
  new Told(message, content, lockout);
/** A file as it is transferred. After `breakAfter` bytes the connection breaks. */
export class FileAnswer {
  constructor(
    readonly bytes: Uint8Array,
    readonly o: { from?: number; breakAfter?: number } = {},
  ) {}
}
export const fileOf = (bytes: Uint8Array, o: FileAnswer['o'] = {}): FileAnswer => new FileAnswer(bytes, o);

/** An answer that never arrives, although the request was sent. */
export const noAnswer = Symbol('no answer');

type Content = unknown;
export type Handler = (body: Record<string, unknown>, call: ServerCall) => Content | Promise<Content>;

/**
 * Calls without an answer so far, and how many times `settle` has waited for each. A handler normally answers during
 * the first wait. A call without an answer after ten waits counts as one whose answer the test holds back on purpose.
 */
let pending = new Map<ServerCall, number>();
const TURNS_OF_A_CALL = 10;
const isHeldBack = (turns: number): boolean => turns >= TURNS_OF_A_CALL;

/**
 * A stand-in for the network. The path of a call decides whether it is answered with content, with a refusal or not at
 * all. All calls are recorded.
 */
export const openServer = (handlers: Record<string, Handler>) => {
  const calls: ServerCall[] = [];
  pending = new Map();
  const answer = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const called = String(input).replace(/^.*\/api\//, '');
    const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {};
    const headers = (init.headers ?? {}) as Record<string, string>;
    const call = { path: called, method: init.method ?? 'GET', headers, body };
    calls.push(call);
    const handler = handlers[called] ?? handlers['*'];
    pending.set(call, 0);
    const content = handler ? await handler(body, call) : refuse({ status: 404, message: 'Not found.' });
    pending.delete(call);
    if (content === noAnswer) throw new TypeError('Failed to fetch');
    return responseOf(content);
  };
  globalThis.fetch = answer as typeof fetch;
  return { calls, callsTo: (called: string) => calls.filter((call) => call.path === called) };
};

const successOf = (answer: unknown) => {
  const { message, content, lockout } =
    answer instanceof Told ? answer : { message: '', content: answer, lockout: false };
  return { ok: true, message, lockout, content };
};

/** The transfer of a file in pieces of three bytes, with an error after `breakAfter` bytes. */
const fileResponse = ({ bytes, o: { from = 0, breakAfter = Infinity } }: FileAnswer): Response => {
  const headers = new Map([
    ['content-length', String(bytes.length - from)],
    ['content-disposition', 'attachment; filename="A1000001.pdf"'],
    ['etag', '"file"'],
  ]);
  let at = from;
  const read = (): Promise<{ done: boolean; value?: Uint8Array }> => {
    if (at - from >= breakAfter) return Promise.reject(new TypeError('network error'));
    if (at >= bytes.length) return Promise.resolve({ done: true });
    const value = bytes.slice(at, Math.min(at + 3, from + breakAfter));
    at += value.length;
    return Promise.resolve({ done: false, value });
  };
  return {
    ok: true,
    status: from > 0 ? 206 : 200,
    headers: { get: (name: string) => headers.get(name) ?? null, has: (name: string) => headers.has(name) },
    body: { getReader: () => ({ read }) },
  } as unknown as Response;
};

const responseOf = (content: unknown): Response => {
  if (content instanceof FileAnswer) return fileResponse(content);
  const refused = content instanceof Refused ? content.answer : undefined;
  const status = refused?.status ?? 200;
  const envelope = refused
    ? {
        ok: false,
        message: refused.message ?? '',
        lockout: refused.lockout ?? false,
        content: null,
        status: refused.code,
        fields: refused.fields,
      }
    : successOf(content);
  const text = refused?.text ?? JSON.stringify(envelope);
  return {
    ok: status < 400,
    status,
    statusText: refused?.statusText ?? '',
    headers: { get: () => null },
    text: () => Promise.resolve(text),
    json: () => Promise.resolve(JSON.parse(text)),
    blob: () => Promise.resolve(new Blob([text])),
  } as unknown as Response;
};

export const someUser = (over: Partial<CurrentUser> = {}): CurrentUser => ({
  userId: '7d9f6c1e-0000-4000-8000-000000000001',
  username: 'demo.escrow',
  role: 'USER',
  accountType: 'A_LA_CARTE',
  paymentMethod: 'ESCROW',
  usageBalance: '$100.00',
  language: 'ENGLISH',
  searchHistoryList: [],
  tabList: ['home', 'search'],
  searchList: ['searchByName', 'searchByDocumentNumber'],
  allowableAccounts: [],
  imageRetrieval: true,
  previewRetrieval: true,
  certificateRetrieval: true,
  certificatePreviewRetrieval: true,
  creditCardSearchRates: [],
  ...over,
});

const someDates: NotableDates = {
  show: true,
  useVerificationDate: false,
  abstractIndexBeginDate: '01/01/1890',
  abstractVerifiedDate: '11/14/2026',
  headings: ['abstract'],
  rows: [{ label: 'indexBegin', values: ['01/01/1890'] }],
};

/** The helperdata of a county, with some parts replaced. */
export const someHelp = (over: Record<string, unknown> = {}): Partial<Record<HelperName, HelperContent>> => {
  const named = {
    common: { countyName: 'Lake County', contactPhone: '(218) 555-0142' },
    county: { id: 'lake', state: 'MN', timeZone: 'America/Chicago', today: '2026-11-21' },
    notableDates: someDates,
    ...over,
  };
  return {
    landshark: {
      namedContentResultList: Object.entries(named).map(([name, baseContent]) => ({ name, baseContent })),
      namedCodeDescriptionResultList: [
        { name: 'documentTypes', codeDescriptionResults: [{ code: 'A', description: 'Land Record' }] },
        { name: 'instrumentGroups', codeDescriptionResults: [{ code: 'DEED', description: 'Deeds' }] },
        { name: 'bookTypes', codeDescriptionResults: [{ code: 'D', description: 'Deeds' }] },
        { name: 'otherLotCodes', codeDescriptionResults: [{ code: 'OUT', description: 'Outlot' }] },
        { name: 'bases', codeDescriptionResults: [{ code: '4TH', description: '4th' }] },
      ],
    },
  };
};
export const notableDatesWith = (over: Partial<NotableDates>): NotableDates => ({ ...someDates, ...over });

/** A county that has every kind of search, and a user who may use them all. */
export const everyLake = {
  search: { enabled: [...searchTypes] },
  index: { propertyCode: true, torrens: true },
  notableDates: someDates,
};
export const everySearchUser = someUser({ searchList: [...searchTypes] });

export interface PortalTerms {
  user?: CurrentUser | null;
  help?: Record<string, unknown>;
  handlers?: Record<string, Handler>;
  /** True if the browser opens the app at the URL; false if the app has already shown something. */
  opening?: boolean;
}

/** The whole app in memory at a URL, with a stand-in for the server. */
export const openPortal = async (
  address: string,
  { user = someUser(), help = {}, handlers = {}, opening = false }: PortalTerms = {},
) => {
  const server = openServer({
    'currentUser/loginStatus': () =>
      user ?? refuse({ status: 403, code: 'LOGIN', message: 'Please log in.' }),
    ...handlers,
  });
  const store = openStore(sessionStorage);
  store.dispatch(countyRead(readCounty('lake', someHelp(help))));
  if (user) store.dispatch(signedIn(user));
  const router = createMemoryRouter(
    routesOf(store, [], () => !opening),
    { initialEntries: [address] },
  );
  opened = router;
  const view = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  await settle();
  return { server, store, router, view, user: userEvent.setup() };
};

let opened: { state: { initialized: boolean; navigation: { state: string } } } | undefined;

const isAtRest = (): boolean =>
  [...pending.values()].every(isHeldBack) &&
  (!opened || (opened.state.initialized && opened.state.navigation.state === 'idle'));

/**
 * Waits until lazy routes and pending calls have finished, except for calls that a test holds back. Waits for at least
 * the given time, and for at most about three seconds longer.
 */
export const settle = async (milliseconds = 15): Promise<void> => {
  const wait = async (): Promise<void> => {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)));
    for (const [call, turns] of pending) pending.set(call, turns + 1);
  };
  await wait();
  for (let tries = 3_000 / milliseconds; tries > 0 && !isAtRest(); tries -= 1) await wait();
  await wait();
};

export type Portal = Awaited<ReturnType<typeof openPortal>>;
export const addressOf = ({ router }: Pick<Portal, 'router'>): string => {
  const { pathname, hash } = router.state.location;
  return `${pathname}${hash}`;
};
/** Waits until the app has navigated to the URL; lazy routes take a long time to load on a busy machine. */
export const arriveAt = (portal: Pick<Portal, 'router'>, address: string): Promise<void> =>
  waitFor(() => expect(addressOf(portal)).toBe(address), { timeout: 5_000 });

/** Registers what a test file needs to open the portal. Call it once at the top of the file. */
export const preparePortal = (hooks: {
  beforeAll(work: () => Promise<void>): void;
  afterEach(work: () => void): void;
}): void => {
  hooks.beforeAll(async () => {
    completePlatform();
    collectFaults();
    await startTexts(readTexts, [...asked]);
  });
  hooks.afterEach(() => {
    cleanup();
    // otherwise, elements that a test has added would still be there in the tests of the next file
    document.body.replaceChildren();
    opened = undefined;
    sessionStorage.clear();
    jest.restoreAllMocks();
    expectNoFault();
  });
};
