import type * as z from 'zod/mini';
import { envelope } from '@portal/proto/http/envelope';
import { serverUrl } from './server.js';
import { viewHeaders } from './shown-view.js';

/** The possible errors of a call; their texts are in `alert-texts.ts`. */
export type CallError =
  /** The server answered in its envelope with `ok: false`. */
  | {
      kind: 'refused';
      message: string;
      status: number;
      statusText: string;
      login: boolean;
      fields?: Record<string, string>;
    }
  /** An answer without an envelope, for example a proxy's page. */
  | { kind: 'status'; status: number; statusText: string }
  /** The request was sent, but no complete answer arrived. */
  | { kind: 'no-response' }
  /** A card must be authorized first, and none was (B9-05). */
  | { kind: 'unpaid'; again: boolean }
  /** Anything else: the call was not sent, or the content of the answer does not match the contract. */
  | { kind: 'unexpected' };

export interface CallTerms {
  path: string;
  method?: 'GET' | 'POST';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** What an envelope contains besides its content. `lockout` is missing if there was no envelope. */
export interface CallNotes {
  message?: string;
  lockout?: boolean;
}
export type CallResult<T> = CallNotes & ({ content: T } | { error: CallError });

const requestOf = ({ method = 'POST', body, headers, signal }: CallTerms): RequestInit => ({
  method,
  credentials: 'include',
  headers: {
    accept: 'application/json',
    ...(method === 'POST' && { 'content-type': 'application/json' }),
    ...viewHeaders(),
    ...headers,
  },
  ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  ...(signal && { signal }),
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Reads a failed answer, from its envelope if it has one. */
export const readFailure = (response: Pick<Response, 'status' | 'statusText'>, text: string): CallError => {
  const { status, statusText } = response;
  const parsed = envelope.safeParse(parseJson(text));
  if (!parsed.success) return { kind: 'status', status, statusText };
  const { message, fields } = parsed.data;
  const login = parsed.data.status === 'LOGIN' || (status === 403 && parsed.data.status !== 'VIEW');
  return { kind: 'refused', message, status, statusText, login, ...(fields && { fields }) };
};

let lastSent = Date.now();
/** When the server last heard from this tab; the inactivity limit counts from then. */
export const lastCallAt = (): number => lastSent;

/**
 * Sends one request with credentials. Distinguishes a request that could not be sent from a missing answer (A12-14,
 * A12-15).
 */
export const send = async (terms: CallTerms): Promise<Response | { error: CallError }> => {
  let request: RequestInit;
  try {
    request = requestOf(terms);
  } catch {
    return { error: { kind: 'unexpected' } };
  }
  lastSent = Date.now();
  try {
    const address = serverUrl(terms.path);
    return await fetch(address, request);
  } catch {
    return { error: { kind: 'no-response' } };
  }
};

const says = (content: unknown, name: string): boolean => Reflect.get(Object(content), name) === true;

/** Calls the server: opens the envelope and parses the content with the contract's schema. */
export const call = async <S extends z.ZodMiniType>(
  terms: CallTerms,
  schema: S,
): Promise<CallResult<z.output<S>>> => {
  const response = await send(terms);
  if ('error' in response) return response;
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return { error: { kind: 'no-response' } };
  const opened = envelope.safeParse(parseJson(text));
  if (!opened.success) return { error: readFailure(response, text) };
  const { ok, message, lockout } = opened.data;
  if (!response.ok || !ok) return { error: readFailure(response, text), lockout };
  const again = says(opened.data.content, 'paymentNeededAgain');
  // an answer that asks for payment has no content to show: no results, or details without data
  if (again || says(opened.data.content, 'paymentNeeded')) return { error: { kind: 'unpaid', again } };
  const content = schema.safeParse(opened.data.content);
  return content.success
    ? { content: content.data, message, lockout }
    : { error: { kind: 'unexpected' }, lockout };
};
