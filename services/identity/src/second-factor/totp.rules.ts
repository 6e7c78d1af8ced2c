import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with the parameters that every authenticator supports: SHA-1, six digits, steps of half a minute. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** The accepted steps, relative to the current one: a phone's clock may be one step behind or ahead. */
const TOLERANCE = [0, -1, 1];
/** The length of a key in bytes: the same as that of a SHA-1 hash (RFC 4226, section 4). */
export const KEY_BYTES = 20;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const RECOVERY_CODES = 10;
/**
 * The number of letters in a recovery code. 16 letters hold 80 random bits, so a plain hash is enough to protect a
 * code.
 */
const RECOVERY_LETTERS = 16;

export const stepAt = (time: Date): number => Math.floor(time.getTime() / STEP_MS);

/** Computes the code of a key at a time step (RFC 4226, section 5.3). */
export function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = mac.readUInt8(mac.length - 1) & 0xf;
  const truncated = mac.readUInt32BE(at) & 0x7fffffff;
  return String(truncated % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Finds the time step of a code among the steps around a time; undefined when no code matches. */
export function stepOf(key: Buffer, code: string, time: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = stepAt(time);
  return TOLERANCE.map((off) => now + off).find((step) =>
    timingSafeEqual(Buffer.from(codeOf(key, step)), Buffer.from(code)),
  );
}

/** Removes the characters that people add to a code for readability. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

/** Encodes bytes in base32 without padding, the format that authenticators read (RFC 4648). */
export function base32(bytes: Buffer): string {
  let [text, bits, held] = ['', 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET.charAt((held >>> (bits - 5)) & 31);
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET.charAt((held << (5 - bits)) & 31);
}

/**
 * Creates recovery codes for users who have lost the authenticator. Each code is valid for one sign-in and has four
 * groups of four letters.
 */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: RECOVERY_LETTERS }, () => ALPHABET.charAt(randomInt(32))).join('');
    return (letters.match(/.{4}/g) ?? []).join('-');
  });

export const isRecoveryCode = (plain: string): boolean => /^[A-Z2-7]{16}$/.test(plain);
