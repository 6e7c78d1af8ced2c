import type { TorrensTextCriteria } from '@portal/proto/criteria/torrens-text';
import { documentNumberRange } from '../matching/document-number.rules.js';
import { certificateSections, normalizeTorrensText } from '../matching/torrens-text.rules.js';
import type { Asked } from './asked.js';
import type { HitOrder } from './hit-order.js';
import { hitCap, type Hits } from './hit-statement.js';
import type { Statement } from './statement.js';

/** A text of at least this many letters is found anywhere, a shorter one only as a whole word. */
const shortestPart = 3;

/** The LIKE pattern of a text; the stored text has a space at both ends. */
const textPattern = (text: string): string => (text.length < shortestPart ? `% ${text} %` : `%${text}%`);

/** The words of a stored text, as in the index `certificate_text_words` (202611291431-words-of-certificates.ts). */
const wordsSql = `array_to_tsvector(string_to_array(btrim(CASE WHEN length(txt) < 250 THEN txt
  ELSE regexp_replace(txt, '([^ ]{250})[^ ]+', '\\1', 'g') END), ' '))`;
/** A longer word is not looked up in the index, because the index has only its first letters. */
const longestWord = 250;
/** A shorter beginning of a word is not looked up in the index, because very many words may begin with it. */
const shortestBeginning = 5;

/** A search for a phrase of common words first looks for it in this many texts. */
const walkedTexts = 60_000;

/** How a phrase is found. */
export type Way =
  /** By the index of words; `query` is a tsquery of words that every text with the phrase has. */
  | { readonly by: 'words'; readonly query: string }
  /** By reading the first texts in the order of the certificates. If too few of them have the phrase, all are read. */
  | { readonly by: 'walk' }
  /** By the index of trigrams. */
  | { readonly by: 'parts' };

/**
 * Chooses how a normalized text is found: by words if one of them is rare. All words but the first and the last are
 * whole words of a text that has the phrase; the first may be the end of a word, and the last the beginning.
 * @param common the common words of the county's texts
 */
export function wayOf(text: string, common: ReadonlySet<string>): Way {
  const words = text.split(' ');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (words.length === 1 || words.some((word) => word.length > longestWord)) return { by: 'parts' };
  // normalized words consist of letters and digits, so quotes are enough
  const inner = words.slice(1, -1).map((word) => `'${word}'`);
  if (words.slice(1, -1).some((word) => !common.has(word))) return { by: 'words', query: inner.join(' & ') };
  const all = [...common];
  if (!all.some((word) => word.startsWith(last)))
    return last.length < shortestBeginning
      ? { by: 'parts' }
      : { by: 'words', query: [...inner, `'${last}':*`].join(' & ') };
  return all.some((word) => word.endsWith(first)) ? { by: 'walk' } : { by: 'parts' };
}

/**
 * The certificates with the typed text in one of their sections, or with a memorial that names the typed document.
 * @param walked the number of texts in which a phrase of common words is looked for first
 */
export async function torrensTextHits(
  { text, searchIn }: TorrensTextCriteria,
  { order, commonWords }: Asked,
  walked = walkedTexts,
): Promise<Hits | undefined> {
  const words = searchIn === 'DOCUMENT' ? '' : normalizeTorrensText(text);
  const typed = searchIn === 'DOCUMENT' || searchIn === 'ALL' ? documentNumberRange(text, '') : undefined;
  // the index stores 0 for each text that names no document, so a search for 0 would find all of these texts
  const number = typed && typed.from > 0n ? typed : undefined;
  if (words === '' && !number) return undefined;
  const section = searchIn === 'DOCUMENT' || searchIn === 'ALL' ? undefined : certificateSections[searchIn];
  const way = words.includes(' ') ? wayOf(words, await commonWords()) : ({ by: 'parts' } as const);
  return {
    select: (s, generation) => {
      const texts = new TextStatement(s, generation, { order, section, walked });
      const parts = [
        words !== '' && texts.with(words, way),
        number &&
          `SELECT ${order.select()} FROM certificate_text WHERE generation = ${generation} AND doc_sk = ${s.bind(number.from, 'bigint')}`,
      ];
      return parts.filter((part) => typeof part === 'string').join(' UNION ALL ');
    },
  };
}

/** Builds SELECTs of the certificates whose texts contain a phrase. The same certificate can occur several times, for
 * example once for each of its texts that contains the phrase. */
class TextStatement {
  constructor(
    private readonly s: Statement,
    private readonly generation: string,
    private readonly o: { order: HitOrder; section: string | undefined; walked: number },
  ) {}

  with(text: string, way: Way): string {
    if (way.by === 'words') return this.withWords(text, way.query);
    // texts can be read in order only by certificate number, because no other order has an index
    return way.by === 'walk' && this.o.order.first === 'sk_cert'
      ? this.firstWith(text)
      : this.withParts(text);
  }

  private withParts(text: string): string {
    return `${this.texts()} AND txt LIKE ${this.s.bind(textPattern(text), 'text')}${this.inSection()}`;
  }

  /**
   * The texts that have the words of `query` and the phrase itself. `strpos`, unlike LIKE, keeps PostgreSQL from
   * reading the index of trigrams too. OFFSET keeps PostgreSQL from reading all texts in the order of the hits.
   */
  private withWords(text: string, query: string): string {
    return `SELECT ${this.o.order.names} FROM (${this.texts()} AND ${wordsSql} @@ ${this.s.bind(query, 'text')}::tsquery
      AND strpos(txt, ${this.s.bind(text, 'text')}) > 0${this.inSection()} OFFSET 0) t`;
  }

  /**
   * Looks for the phrase in the first texts, in the order of the hits. If it finds fewer than a thousand certificates
   * there, it looks in all texts.
   */
  private firstWith(text: string): string {
    const { orderBy, names } = { orderBy: this.o.order.orderBy(), names: this.o.order.names };
    return `(WITH first AS MATERIALIZED (SELECT ${names} FROM (SELECT ${this.o.order.select()}, txt, section
        FROM certificate_text WHERE generation = ${this.generation} ORDER BY ${orderBy} LIMIT ${this.o.walked}) t
        WHERE strpos(txt, ${this.s.bind(text, 'text')}) > 0${this.inSection()})
      SELECT ${names} FROM first UNION ALL SELECT ${names} FROM (${this.withParts(text)}) t
        WHERE (SELECT count(DISTINCT id) < ${hitCap} FROM first))`;
  }

  private texts(): string {
    return `SELECT ${this.o.order.select()} FROM certificate_text WHERE generation = ${this.generation}`;
  }

  private inSection(): string {
    return this.o.section === undefined ? '' : ` AND section = ${this.s.bind(this.o.section, 'text')}`;
  }
}
