export interface LineLimits {
  readonly width: number;
  readonly lines: number;
  /** Returns the width of a text, in the same unit as the field `width`. */
  readonly measure: (text: string) => number;
}

/** At most this many characters of a text are measured. The rest is cut off first, because no row shows more. */
const longestText = 800;

/**
 * Breaks a text between words, and inside a word that is wider than a line. If the text does not fit, an ellipsis
 * replaces the rest.
 */
export function breakLines(text: string, limits: LineLimits): string[] {
  const words = text.slice(0, longestText).split(/\s+/).filter(Boolean);
  const space = limits.measure(' ');
  const lines: string[] = [];
  let line = '';
  let filled = 0;
  for (const word of words.flatMap((each) => pieces(each, limits))) {
    const width = limits.measure(word);
    if (line !== '' && filled + space + width <= limits.width) {
      line += ` ${word}`;
      filled += space + width;
    } else {
      if (line !== '') lines.push(line);
      line = word;
      filled = width;
    }
  }
  if (line !== '') lines.push(line);
  if (lines.length <= limits.lines) return lines;
  const kept = lines.slice(0, limits.lines);
  return [...kept.slice(0, -1), withEllipsis(kept.at(-1) ?? '', limits)];
}

/**
 * Splits a text into characters as people count them. Combining marks and joined characters stay with their letter.
 */
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lettersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

function pieces(word: string, { width, measure }: LineLimits): string[] {
  if (measure(word) <= width) return [word];
  const found: string[] = [];
  let piece = '';
  for (const letter of lettersOf(word)) {
    if (piece !== '' && measure(piece + letter) > width) {
      found.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...found, piece];
}

function withEllipsis(line: string, { width, measure }: LineLimits): string {
  const letters = lettersOf(line);
  while (letters.length > 0 && measure(`${letters.join('')}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
