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

/** The envelope around JSON bytes that are not parsed (infra/DESIGN.md#raw-json). */
export const rawEnvelope = (content: RawJson, lockout: boolean): Buffer => {
  const body = typeof content.body === 'string' ? Buffer.from(content.body) : content.body;
  return Buffer.concat([
    Buffer.from(`{"ok":true,"message":"","lockout":${lockout},"content":`),
    body,
    closing,
  ]);
};
const closing = Buffer.from('}');

/** Adds members to the bytes of a JSON object that has at least one member. */
export const withMembers = (object: Buffer, members: Readonly<Record<string, unknown>>): RawJson => {
  const added = JSON.stringify(members);
  return new RawJson(Buffer.concat([object.subarray(0, -1), Buffer.from(`,${added.slice(1)}`)]));
};

/** JSON bytes as the only member of an object. */
export const asMember = (name: string, value: Buffer): RawJson =>
  new RawJson(Buffer.concat([Buffer.from(`{${JSON.stringify(name)}:`), value, closing]));
