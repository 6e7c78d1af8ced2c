import { createHmac, timingSafeEqual } from 'node:crypto';
import { actor as actorSchema, type Actor } from '@portal/proto/rpc/actor';
import * as z from 'zod/mini';
import type { ProcessKeys } from '../config/index.js';
import { BadFrame } from './bad-frame.js';

const VOUCHING = 'identity';
const PURPOSE = 'voucher';
/** They send commands and serve none. */
const noAudience: readonly string[] = ['gateway', 'launcher'];
const MAC_BYTES = 16;
/** Longer than a copy of a session is believed (60 s), a command waits and clocks differ, together. */
const GOOD_FOR_MS = 5 * 60_000;

/** Who acts without having signed in needs nobody's word: a visitor of the gateway, a process itself. */
export const isPerson = ({ role }: Pick<Actor, 'role'>): boolean => role !== 'SYSTEM' && role !== 'ANONYMOUS';

function macFor(keys: ProcessKeys, audience: string, said: string): Buffer {
  const key = keys.between(VOUCHING, audience, PURPOSE);
  return createHmac('sha256', key).update(said).digest().subarray(0, MAC_BYTES);
}

/**
 * The actor with identity's word for it: `<until> <audience>:<proof>,… <actor as JSON>`, with a proof for each process
 * that only this process and identity can make. It is good for five minutes.
 * @throws Error where identity's key is not held
 */
export function vouch(keys: ProcessKeys, { voucher: _, ...actor }: Actor, now = Date.now()): Actor {
  const [until, json] = [now + GOOD_FOR_MS, JSON.stringify(actor)];
  const said = `${until} ${json}`;
  const proofs = keys.names
    .filter((name) => !noAudience.includes(name))
    .map((name) => `${name}:${macFor(keys, name, said).toString('base64url')}`);
  return { ...actor, voucher: `${until} ${proofs.join(',')} ${json}` };
}

/**
 * The actor of a voucher, as `audience` may believe it.
 * @throws BadFrame when identity has not said so to this audience, or too long ago
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
  const expected = macFor(keys, audience, `${until} ${json}`);
  if (given.length !== MAC_BYTES || !timingSafeEqual(given, expected))
    throw new BadFrame('nobody vouches for the actor');
  if (!(Number(until) > now)) throw new BadFrame('the word for the actor is too old; do the clocks agree?');
  return { ...parseActor(json), voucher };
}

/** @throws BadFrame for what is no actor */
export function parseActor(json: string): Actor {
  try {
    return z.parse(actorSchema, JSON.parse(json));
  } catch {
    throw new BadFrame('the actor does not parse');
  }
}
