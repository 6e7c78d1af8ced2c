import { describe, expect, test } from '@jest/globals';
import { pageDifferences } from '../src/page-check/page.rules.js';

const policy = "script-src 'self'";
const links = ['</a.js>; rel=modulepreload', '</b.js>; rel=modulepreload'];
const template = '<html data-county="{{county}}"><p>a (b) [c] $1.50?</p><p>d</p></html>';
const built = {
  path: '/LandShark/login',
  template,
  headers: new Map([['content-security-policy', policy]]),
  links,
};
const served = template.replace('{{county}}', 'lake');

const differences = (
  { headers = {}, html = served }: { headers?: Record<string, string | undefined>; html?: string } = {},
  page = built,
): string[] =>
  pageDifferences(page, {
    headers: { 'content-security-policy': policy, link: links.join(', '), ...headers },
    body: Buffer.from(html),
  });
const ofPage = (...told: string[]): string[] => told.map((one) => `/LandShark/login: ${one}`);

test('a page that equals its build has no differences', () => {
  expect(differences()).toEqual([]);
});

describe('the headers of a page', () => {
  test.each([
    ...['content-security-policy-report-only', 'access-control-allow-origin', 'refresh', 'x-frame-options'],
    ...['reporting-endpoints', 'report-to', 'nel'],
  ])('are reported when they include %s, which the portal never sends', (name) => {
    expect(differences({ headers: { [name]: 'x' } })).toEqual(
      ofPage(`a header that the portal does not send: ${name}: x`),
    );
  });

  test('are not reported when the build of the page has the same header with the same value', () => {
    const page = { ...built, headers: new Map([['x-frame-options', 'DENY']]) };
    expect(differences({ headers: { 'x-frame-options': 'DENY' } }, page)).toEqual([]);
  });

  test('are reported when one of them is missing, with the value that it should have', () => {
    expect(differences({ headers: { 'content-security-policy': undefined } })).toEqual(
      ofPage(`the header content-security-policy is missing: ${policy}`),
    );
  });

  test('are reported when one of them has another value, with both values', () => {
    expect(differences({ headers: { 'content-security-policy': 'other' } })).toEqual(
      ofPage(`the header content-security-policy is "other" and should be "${policy}"`),
    );
  });
});

describe('the links in the Link header', () => {
  test('are not required if the build has none', () => {
    expect(differences({ headers: { link: undefined } }, { ...built, links: [] })).toEqual([]);
    expect(differences({ headers: { link: '' } }, { ...built, links: [] })).toEqual([]);
  });

  test('are reported when they are missing', () => {
    expect(differences({ headers: { link: links[0] } })).toEqual(
      ofPage(`the header link does not name ${links[1]}`),
    );
    expect(differences({ headers: { link: undefined } })).toHaveLength(2);
  });

  test('may preload the county’s first slide, but not another URL in its place', () => {
    const slide = '</LandShark/img/one>; rel=preload; as=image; fetchpriority=high';
    const named = (link: string) => differences({ headers: { link: [...links, link].join(', ') } });
    expect(named(slide)).toEqual([]);
    for (const other of [
      `${slide}; x`,
      slide.replace('</', '<https://evil.test/'),
      slide.replace('image', 'script'),
    ])
      expect(named(other)).toEqual(ofPage(`the header link names what the build does not: ${other}`));
  });
});

describe('the markup of a page', () => {
  test('differs from the build when the county’s name contains characters of tags or quotes', () => {
    for (const name of ['<', '>', '"', "'"])
      expect([name, differences({ html: template.replace('{{county}}', `a${name}b`) })]).not.toEqual([
        name,
        [],
      ]);
  });

  test('is compared literally, even where it has characters with a special meaning in regular expressions', () => {
    for (const [from, to] of [
      ['(b)', 'b'],
      ['[c]', 'c'],
      ['$1.50?', '$1x50?'],
      ['$1.50?', '$1.5'],
    ] as const)
      expect([to, differences({ html: served.replace(from, to) })]).not.toEqual([to, []]);
  });

  test('differs from the build where tags were added or removed, and each of them is reported', () => {
    expect(differences({ html: served.replace('<p>d', '<b>e') })).toEqual(
      ofPage('the page has what the build did not make: <b>e', 'the page lacks <p>d'),
    );
  });

  test('differs from the build when text comes before the first tag', () => {
    expect(differences({ html: `evil text ${served}` })).toEqual(
      ofPage('the page has what the build did not make: evil text'),
    );
  });

  test('is reported as missing when the page is empty', () => {
    expect(differences({ html: '' })).toHaveLength(6);
  });

  test('differs from the build when its tags are in another order', () => {
    expect(differences({ html: served.replace(/(<p>a.*?<\/p>)(<p>d<\/p>)/, '$2$1') })).toEqual(
      ofPage('the page has its parts in another order or number than the build made'),
    );
  });

  test('is quoted with at most 200 characters in the report of a difference', () => {
    const told = (text: string): string => differences({ html: `${text}${served}` })[0]?.split(': ')[2] ?? '';
    expect(told('  a \n\n b  ')).toBe('a b');
    expect(told('x'.repeat(200))).toBe('x'.repeat(200));
    expect(told('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
    expect(told(`y${'x'.repeat(300)}`)).toBe(`y${'x'.repeat(199)}…`);
  });
});
