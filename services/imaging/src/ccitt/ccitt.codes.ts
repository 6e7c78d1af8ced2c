/**
 * Code words of ITU-T T.4 (tables 2, 3a, 3b) and T.6 (table 1), sorted by run length, and look-up tables built from
 * them. A run of n pixels is coded as make-up codes (multiples of 64) and one terminating code.
 */
const words = (text: string): string[] => text.trim().split(/\s+/);

const whiteTerminating = words(`
  00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101
  101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010
  00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010
  00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100
  00100101 01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100`);
const whiteMakeUp = words(`
  11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010
  011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001
  010011010 011000 010011011`);
const blackTerminating = words(`
  0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000
  0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111
  00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010
  000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100
  000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100
  000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000
  000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111`);
const blackMakeUp = words(`
  0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100
  0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100
  0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010
  0000001011011 0000001100100 0000001100101`);
/** Make-up codes of the run lengths 1792 to 2560, for both colors. */
const extendedMakeUp = words(`
  00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111
  000000011100 000000011101 000000011110 000000011111`);

/** The code words of each color. The index is the run length below 64, then 63 + run length / 64 for make-up codes. */
const wordsOf = {
  white: [...whiteTerminating, ...whiteMakeUp, ...extendedMakeUp],
  black: [...blackTerminating, ...blackMakeUp, ...extendedMakeUp],
};
export const longestMakeUp = 2560;
const runOf = (index: number): number => (index < 64 ? index : (index - 63) * 64);

/** The number of bits that a look-up reads ahead: the length of the longest word (13, for black). */
export const runLookupBits = 13;

/** Makes a table indexed by the next 13 bits: run length × 16 + number of bits used, or 0 if no word fits. */
function runLookup(colour: readonly string[]): Uint16Array {
  const table = new Uint16Array(1 << runLookupBits);
  colour.forEach((word, index) => {
    const first = parseInt(word, 2) << (runLookupBits - word.length);
    table.fill(runOf(index) * 16 + word.length, first, first + (1 << (runLookupBits - word.length)));
  });
  return table;
}
export const whiteLookup = runLookup(wordsOf.white);
export const blackLookup = runLookup(wordsOf.black);

/** Code words for the encoder, as value × 16 + length, indexed like `wordsOf`. */
const packed = (colour: readonly string[]): Uint32Array =>
  Uint32Array.from(colour, (word) => parseInt(word, 2) * 16 + word.length);
export const whiteWords = packed(wordsOf.white);
export const blackWords = packed(wordsOf.black);

/** Modes of T.6. The number of a vertical mode is its offset + 3, from 0 to 6. */
export const passMode = 7;
export const horizontalMode = 8;
const noMode = 15;
const modeWords: readonly (readonly [string, number])[] = [
  ['0000010', 0],
  ['000010', 1],
  ['010', 2],
  ['1', 3],
  ['011', 4],
  ['000011', 5],
  ['0000011', 6],
  ['0001', passMode],
  ['001', horizontalMode],
];

/** A table indexed by the next 7 bits: mode × 16 + number of bits used. */
export const modeLookup = ((): Uint8Array => {
  const table = new Uint8Array(128).fill(noMode * 16);
  for (const [word, mode] of modeWords) {
    const first = parseInt(word, 2) << (7 - word.length);
    table.fill(mode * 16 + word.length, first, first + (1 << (7 - word.length)));
  }
  return table;
})();

/** The code word of each mode for the encoder, as value × 16 + length, indexed by mode. */
export const modeCodes = ((): Uint32Array => {
  const codes = new Uint32Array(9);
  for (const [word, mode] of modeWords) codes[mode] = parseInt(word, 2) * 16 + word.length;
  return codes;
})();

const reversed = Uint8Array.from({ length: 256 }, (_, byte) => {
  let bits = 0;
  for (let i = 0; i < 8; i += 1) if ((byte >> i) & 1) bits |= 128 >> i;
  return bits;
});

/** A copy of the bytes with the bits of each byte reversed (TIFF FillOrder 2). */
export function reverseBits(bytes: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  for (let i = 0; i < bytes.length; i += 1) out[i] = reversed[bytes[i] as number] as number;
  return out;
}
