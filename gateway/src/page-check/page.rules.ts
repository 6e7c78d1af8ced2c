import type { IncomingHttpHeaders } from 'node:http';
import { COUNTY_FILES } from '../edge/web-files.js';
import type { BuiltPage } from './built-site.js';

const MOST_SHOWN = 200;
const shown = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
};

/** Headers that change what a page may do. A served page may have only those that the build lists. */
const neverSent = [
  ...['content-security-policy-report-only', 'access-control-allow-origin', 'refresh', 'x-frame-options'],
  ...['reporting-endpoints', 'report-to', 'nel'],
];

/** Returns a sentence for each security header of a served page that differs from the build. */
const headerDifferences = (built: ReadonlyMap<string, string>, served: IncomingHttpHeaders): string[] => {
  const absent = neverSent.filter((name) => !built.has(name)).map((name) => [name, undefined] as const);
  return [...built, ...absent].flatMap(([name, expected]) => {
    const found = served[name]?.toString();
    if (found === expected) return [];
    if (found === undefined) return [`the header ${name} is missing: ${shown(expected ?? '')}`];
    if (expected === undefined) return [`a header that the portal does not send: ${name}: ${shown(found)}`];
    return [`the header ${name} is "${found}" and should be "${expected}"`];
  });
};

/** The link to the county's first slide, which is not part of the build. */
const slideLink = new RegExp(`^<${COUNTY_FILES}[^>]+>; rel=preload; as=image; fetchpriority=high$`);

/** Returns a sentence for each file that only the served page or only the build tells browsers to preload. */
const linkDifferences = (built: readonly string[], served = ''): string[] => {
  const found = served === '' ? [] : served.split(/,\s*(?=<)/);
  return [
    ...found
      .filter((link) => !built.includes(link) && !slideLink.test(link))
      .map((link) => `the header link names what the build does not: ${shown(link)}`),
    ...built
      .filter((link) => !found.includes(link))
      .map((link) => `the header link does not name ${shown(link)}`),
  ];
};

/** Splits a page into tags, each with the text that follows it. */
const piecesOf = (html: string): string[] => html.match(/^[^<]+|<[^>]*>?[^<]*/g) ?? [];

/** Returns the pattern of a template. Each `{{name}}` stands for a text of the county, without tags and quotes. */
const patternOf = (template: string): RegExp => {
  const parts = template.split(/\{\{\w+\}\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^<>"\']*')}$`);
};

/** Returns how a served page itself differs from the build. Only the names of the county may differ. */
const markupDifferences = (template: string, html: string): string[] => {
  if (patternOf(template).test(html)) return [];
  const served = piecesOf(html);
  const built = piecesOf(template).map((piece) => ({ piece, pattern: patternOf(piece) }));
  const told = [
    ...served
      .filter((piece) => !built.some(({ pattern }) => pattern.test(piece)))
      .map((piece) => `the page has what the build did not make: ${shown(piece)}`),
    ...built
      .filter(({ pattern }) => !served.some((piece) => pattern.test(piece)))
      .map(({ piece }) => `the page lacks ${shown(piece)}`),
  ];
  return told.length > 0 ? told : ['the page has its parts in another order or number than the build made'];
};

/** Returns all differences between a served page and the build, each with the path of the page. */
export const pageDifferences = (
  page: BuiltPage,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
): string[] =>
  [
    ...headerDifferences(page.headers, headers),
    ...linkDifferences(page.links, headers['link']?.toString()),
    ...markupDifferences(page.template, body.toString('utf8')),
  ].map((difference) => `${page.path}: ${difference}`);
