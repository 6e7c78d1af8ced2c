import { message } from '@portal/proto/message';
import sax, { type SAXOptions, type Tag } from 'sax';

/** An element without its namespace prefix; text between elements is left out. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
}

/** The parsed document, or a message that says why it cannot be read. */
export type Read<T> =
  | { readonly value: T; readonly why?: undefined }
  | { readonly value?: undefined; readonly why: string };

interface Growing extends XmlElement {
  readonly children: Growing[];
}

export const largestXml = 1_000_000;
/** `strictEntities` allows only the five entities of XML itself; the parser's types do not declare this option. */
const options: SAXOptions & { readonly strictEntities: boolean } = { strictEntities: true, position: true };
const deepest = 32;
const mostElements = 20_000;

/** Thrown to end the parser; `why` gives the reason. */
class NotRead extends Error {
  constructor(readonly why: string) {
    super(why);
  }
}

/** Characters that XML 1.0 forbids, even as references. PostgreSQL cannot store some of them. */
const NO_CHARACTER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML that a stranger may have written: UTF-8 of at most 1,000,000 bytes, 20,000 elements and 32 levels. XML with
 * a DOCTYPE is refused, so that nothing is expanded or fetched (CWE-611, CWE-776). Only the five entities of XML itself
 * are known.
 * @returns the root
 */
export function readBoundedXml(bytes: Uint8Array): Read<XmlElement> {
  if (bytes.length > largestXml) return refused('tooLarge');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused('notUtf8');
  }
  const open: Growing[] = [];
  let root: Growing | undefined;
  let count = 0;
  const parser = sax.parser(true, options);
  parser.ondoctype = () => {
    throw new NotRead('doctype');
  };
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }: Tag) => {
    count += 1;
    if (count > mostElements || open.length >= deepest) throw new NotRead('tooManyElements');
    if (Object.values(attributes).some((value) => NO_CHARACTER.test(value)))
      throw new Error('a character that XML does not have');
    const element: Growing = { name: withoutPrefix(name), attributes, children: [] };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  };
  parser.onclosetag = () => void open.pop();
  try {
    parser.write(text).close();
  } catch (error) {
    return error instanceof NotRead ? refused(error.why) : refused('notXml', parser.line + 1);
  }
  return root === undefined ? refused('notXml', 1) : { value: root };
}

const refused = (why: string, line?: number): { readonly why: string } => ({
  why: message(`filings:exchange.${why}`, line === undefined ? undefined : { line }),
});
