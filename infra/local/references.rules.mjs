// Finds references in code and documents and checks that their targets exist. A reference names a file and, for a part
// of it, a heading: `payments/DESIGN.md#buying-pages step 4`. Paths start at the root, at `services/`, or at the citing
// file.
import path from 'node:path';
import { idsIn } from './requirements.rules.mjs';

const DOCUMENT = /(?<![\w./}-])((?:\.{1,2}\/)*[\w./-]*\w\.md)\b(?:#([\w-]+)(?: (?:steps?|rules?) (\d+))?)?/g;
/** Matches a section number that names no document; infra/test/references.spec.ts has examples. */
const BARE_SECTION =
  /\((?:[^()]*[,;] )?\d\.\d{1,2}(?: (?:steps?|rules?) [\d ,to-]+)?(?:, [A-Z]\d+)?\)|(?<![\w.])\d\.\d{1,2} (?:steps?|rules?) \d|\brules? \d+ of \d\.\d|\brules of \d\.\d|\bfinding \d|\bconventions? \d/g;
const STANDARD = /\b(?:RFC|ISO|ITU|WCAG|APPNOTE|APG|OpenAPI|TLS|PDF|EXIF|TIFF) ?[\w.-]*,?(?: [\w.-]+)?$/;
const RULE = /(?<![\w/.'"`-])[LIS]\d{1,2}\b(?![-\w]|\.\w)/g;

/** The anchor that code hosts give to a heading. */
export const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
    .trim()
    .replace(/ /g, '-');

/**
 * Returns the anchor of each heading and decision in a Markdown text, with the numbers of the numbered list below the
 * heading. Code blocks are skipped.
 */
export const headingsOf = (text) => {
  const found = new Map();
  let numbers = new Set();
  for (const line of text.replace(/^```[\s\S]*?^```/gm, '').split('\n')) {
    const heading = /^#+ +(.+)$/.exec(line);
    if (heading) found.set(slugOf(heading[1]), (numbers = new Set()));
    const decision = /^- \*\*([A-Z]+-\d+) /.exec(line);
    if (decision) found.set(decision[1].toLowerCase(), new Set());
    const item = /^(\d+)\. /.exec(line);
    if (item) numbers.add(item[1]);
  }
  return found;
};

/** Matches the text of a link. The text is left out, because only the target of a link is a reference. */
const LINK_TEXT = /\[[^\[\]\n]*\](?=\()/g;
const blank = (text) => ' '.repeat(text.length);

const lineOf = (text, index) => text.slice(0, index).split('\n').length;
const onComment = (text, index) =>
  /^\s*(?:\/\/|\/?\*)|\s\/\/ /.test(text.slice(text.lastIndexOf('\n', index) + 1, index + 1));

/** The paths that a citation can mean, nearest first. */
const candidates = (file, cited) => [
  path.posix.join(path.posix.dirname(file), cited),
  path.posix.normalize(cited),
  path.posix.join('services', cited),
];

/**
 * Finds citations of documents, headings and numbered steps that do not exist.
 * @param documents anchors of every Markdown file of the project by its path (`headingsOf`)
 * @returns `file:line: reference`
 */
export const brokenCitations = (file, text, documents) =>
  [...text.replace(LINK_TEXT, blank).matchAll(DOCUMENT)].flatMap((match) => {
    const [whole, cited, anchor, number] = match;
    const document = candidates(file, cited).find((one) => documents.has(one));
    const headings = documents.get(document);
    const fine =
      headings && (!anchor || (headings.has(anchor) && (!number || headings.get(anchor).has(number))));
    return fine ? [] : [`${file}:${lineOf(text, match.index)}: ${whole}`];
  });

/** Finds comments that give a section number without the name of a document. Sections of standards are allowed. */
export const bareSections = (file, text) =>
  [...text.matchAll(BARE_SECTION)].flatMap((match) => {
    const before = text.slice(Math.max(0, match.index - 30), match.index);
    const inside = /\b(?:RFC|ISO|ITU|WCAG|APPNOTE|T\.\d+|TLS)\b/.test(match[0]);
    const fine = inside || STANDARD.test(before.trimEnd()) || !onComment(text, match.index);
    return fine ? [] : [`${file}:${lineOf(text, match.index)}: ${match[0]}`];
  });

/** Finds ids in the form of requirements that are not on the list of requirements. */
export const unknownRequirements = (file, text, known) =>
  [...new Set(idsIn(text))].filter((id) => !known.has(id)).map((id) => `${file}: ${id}`);

/** Finds ids of rules (ledger L1, invariant I1, security S1) that a comment cites but no document defines. */
export const unknownRules = (file, text, known) =>
  [...text.matchAll(RULE)]
    .filter((match) => onComment(text, match.index) && !known.has(match[0]))
    .map((match) => `${file}:${lineOf(text, match.index)}: ${match[0]}`);

/** Ids in bold at the beginning of a list item or a table cell: `- **L1** …`, `| S1 | …`. */
export const rulesDefinedIn = (text) =>
  [...text.matchAll(/^(?:- \*\*|\| )([LIS]\d{1,2})(?:\*\*| +\|)/gm)].map(([, id]) => id);
