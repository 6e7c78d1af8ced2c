import { RawJson } from '@portal/infra/rpc';
import type { Envelope } from '@portal/proto/http/envelope';

/** Content that carries its own message, given as a catalog key. */
export class Told<T> {
  constructor(
    readonly content: T,
    readonly message: string,
  ) {}
}

export const envelopeOf = <T>(content: T, lockout: boolean, message = ''): Envelope<T> => ({
  ok: true,
  message,
  lockout,
  content,
});

/** Puts the envelope around JSON without parsing the JSON (infra/DESIGN.md#raw-json). */
export const rawEnvelope = (content: RawJson, lockout: boolean): string | Buffer =>
  around(`{"ok":true,"message":"","lockout":${lockout},"content":`, content.body, '}').body;

/** Adds members to a JSON object that has at least one member. */
export const withMembers = ({ body }: RawJson, members: Readonly<Record<string, unknown>>): RawJson => {
  const added = `,${JSON.stringify(members).slice(1)}`;
  return around('', typeof body === 'string' ? body.slice(0, -1) : body.subarray(0, -1), added);
};

/** Makes JSON the only member of an object. */
export const asMember = (name: string, { body }: RawJson): RawJson =>
  around(`{${JSON.stringify(name)}:`, body, '}');

/**
 * Puts text around JSON. A string stays a string until it is sent, because a copy in a Buffer would take memory outside
 * the heap.
 */
const around = (before: string, body: string | Buffer, after: string): RawJson =>
  new RawJson(
    typeof body === 'string'
      ? before + body + after
      : Buffer.concat([Buffer.from(before), body, Buffer.from(after)]),
  );
