/**
 * Messages of the card provider's page to the portal (web/DESIGN.md#payment-frame). The provider embeds our
 * communicator page, which passes each message on to the top window. Messages are query strings:
 * `action=transactResponse&response={…}`.
 */

/** Marks messages of the communicator page. */
const tag = 'portal.card';

export interface CardNote {
  readonly tag: typeof tag;
  readonly text: string;
}

/** Maximum number of characters of a message; a transaction's response has a few hundred. */
const longest = 20_000;

/** Wraps a message from the provider for our page. Undefined if the message is invalid. */
export const cardNoteOf = (text: unknown): CardNote | undefined =>
  typeof text === 'string' && text !== '' && text.length <= longest ? { tag, text } : undefined;

const isCardNote = (data: unknown): data is CardNote =>
  typeof data === 'object' &&
  data !== null &&
  'tag' in data &&
  data.tag === tag &&
  'text' in data &&
  typeof data.text === 'string';

const parentOf = (source: MessageEventSource | null): unknown =>
  source !== null && 'parent' in source ? source.parent : undefined;

/** The provider's text if our own communicator page sent it from inside this very frame; otherwise undefined. */
export const readNote = (
  { origin, data, source }: Pick<MessageEvent<unknown>, 'origin' | 'data' | 'source'>,
  frame: Window | null,
): string | undefined =>
  origin === location.origin && frame !== null && parentOf(source) === frame && isCardNote(data)
    ? data.text
    : undefined;

export type CardAction =
  | { readonly kind: 'response'; readonly response: unknown }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'resize' }
  | { readonly kind: 'unknown'; readonly action: string };

/**
 * A response that is not JSON counts as unknown. Whether money moved is decided by the provider's answer, not by this
 * text.
 */
const responseIn = (text: string): CardAction => {
  try {
    return { kind: 'response', response: JSON.parse(text) as unknown };
  } catch {
    return { kind: 'unknown', action: 'transactResponse' };
  }
};

/** The action that a message of the provider reports (A8-13 to A8-15, B9-16 to B9-19). */
export const actionOf = (text: string): CardAction => {
  const said = new URLSearchParams(text);
  const action = said.get('action') ?? '';
  if (action === 'transactResponse') return responseIn(said.get('response') ?? '');
  if (action === 'cancel') return { kind: 'cancel' };
  return action === 'resizeWindow' ? { kind: 'resize' } : { kind: 'unknown', action };
};
