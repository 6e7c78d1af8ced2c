import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { actor as actorSchema, type Actor } from '@portal/proto/rpc/actor';
import * as z from 'zod/mini';
import type { ProcessKeys } from '../config/index.js';
import { BadFrame } from './bad-frame.js';

const VOUCHING = 'identity';
const PURPOSE = 'voucher';
/** Processes that send commands but serve none. */
const noAudience: readonly string[] = ['gateway', 'launcher'];
const MAC_BYTES = 16;
/**
 * How long a voucher is valid. This time must exceed the sum of the life of a copied session (60 s), the waiting time
 * of a command and the difference between clocks.
 */
const GOOD_FOR_MS = 5 * 60_000;

/**
 * True for an actor that needs a voucher. A visitor of the gateway and a process that acts for itself have not signed
 * in, so they need none.
 */
export const isPerson = ({ role }: Pick<Actor, 'role'>): boolean => role !== 'SYSTEM' && role !== 'ANONYMOUS';

/**
 * The text that a voucher's proof covers. For staff in an account view, the text begins with `view`. A process of an
 * earlier version does not know this word, so it refuses the proof and cannot take the actor for a user of the account.
 */
const saidOf = (until: string, json: string, viewing: boolean): string =>
  `${viewing ? 'view ' : ''}${until} ${json}`;

const macOf = (key: KeyObject, said: string): Buffer =>
  createHmac('sha256', key).update(said).digest().subarray(0, MAC_BYTES);

/**
 * The actor with a voucher of the identity service: `<until> <audience>:<proof>,… <actor as JSON>`. The voucher has a
 * proof for each process (an audience), which only that process and the identity service can compute. The voucher is
 * valid for five minutes.
 * @throws Error unless this process has the key of the identity service
 */
export function vouch(keys: ProcessKeys, { voucher: _, ...actor }: Actor, now = Date.now()): Actor {
  const [until, json] = [now + GOOD_FOR_MS, JSON.stringify(actor)];
  const said = saidOf(String(until), json, actor.viewing === true);
  const proofs = keys.names
    .filter((name) => !noAudience.includes(name))
    .map((name) => {
      const [key] = keys.between(VOUCHING, name, PURPOSE);
      return `${name}:${macOf(key, said).toString('base64url')}`;
    });
  return { ...actor, voucher: `${until} ${proofs.join(',')} ${json}` };
}

/**
 * The actor of a voucher, after `audience` has checked its proof.
 * @throws BadFrame when the identity service did not issue the voucher for this audience, or issued it too long ago
 */
export function readVoucher(keys: ProcessKeys, audience: string, voucher: string, now = Date.now()): Actor {
  const untilEnd = voucher.indexOf(' ');
  const proofsEnd = voucher.indexOf(' ', untilEnd + 1);
  const until = voucher.slice(0, untilEnd);
  const json = voucher.slice(proofsEnd + 1);
  const proof = voucher
    .slice(untilEnd + 1, proofsEnd)
    .split(',')
    .find((one) => one.startsWith(`${audience}:`));
  const given = Buffer.from(proof?.slice(audience.length + 1) ?? '', 'base64url');
  // The actor is not trusted yet. Only its field `viewing` is read here, because the text of the proof depends on it.
  const actor = parseActor(json);
  const said = saidOf(until, json, actor.viewing === true);
  const isProofWith = (key: KeyObject): boolean => timingSafeEqual(given, macOf(key, said));
  if (given.length !== MAC_BYTES || !keys.between(VOUCHING, audience, PURPOSE).some(isProofWith))
    throw new BadFrame('nobody vouches for the actor');
  if (!(Number(until) > now)) throw new BadFrame('the word for the actor is too old; do the clocks agree?');
  return { ...actor, voucher };
}

interface Believed {
  readonly voucher: string;
  readonly until: number;
  readonly actor: Actor;
}

/**
 * Reads the vouchers of calls within this process. All requests of a session have the same actor object and the same
 * voucher, so each pair of actor and voucher is checked only once.
 */
export class VoucherReader {
  private readonly believed = new WeakMap<Actor, Believed>();

  constructor(
    private readonly keys: ProcessKeys,
    private readonly audience: string,
  ) {}

  /** @throws BadFrame like `readVoucher` */
  read(bearer: Actor, voucher: string, now = Date.now()): Actor {
    const known = this.believed.get(bearer);
    if (known && known.voucher === voucher && known.until > now) return known.actor;
    const actor = readVoucher(this.keys, this.audience, voucher, now);
    const until = Number(voucher.slice(0, voucher.indexOf(' ')));
    // commands share the actor, so no command may change it
    Object.freeze(actor.terms);
    this.believed.set(bearer, { voucher, until, actor: Object.freeze(actor) });
    return actor;
  }
}

/** @throws BadFrame for text that is not an actor */
export function parseActor(json: string): Actor {
  try {
    return z.parse(actorSchema, JSON.parse(json));
  } catch {
    throw new BadFrame('the actor does not parse');
  }
}
