import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { securityHeaders } from '../src/edge/security-headers.js';
import { type BuiltSite, sha384 } from '../src/page-check/built-site.js';
import { checkPages } from '../src/page-check/page-check.js';

const script = 'console.log("portal");'.repeat(50);
const asset = '/LandShark/assets/index-B5ngVkde.js';
const path = '/LandShark/login';
const template = `<!doctype html>
<html lang="en" data-county="{{county}}">
  <head><title>{{appTitle}}</title><script type="module" src="${asset}" integrity="sha384-x"></script></head>
  <body><p>Loading</p></body>
</html>
`;
const page = template.replace('{{county}}', 'lake').replace('{{appTitle}}', 'Deeds &amp; more');
const links = [
  '</LandShark/config.json>; rel=preload; as=fetch',
  '</a.js>; rel=modulepreload; integrity="x"',
];
const slide = '</LandShark/img/one>; rel=preload; as=image; fetchpriority=high';
const startUp = '{"paymentPageAddress":"https://accept.authorize.net/payment/payment"}';
const paymentOrigin = 'https://accept.authorize.net';
const site: BuiltSite = {
  pages: [{ path, template, headers: securityHeaders(paymentOrigin), links }],
  files: new Map([[asset, sha384(Buffer.from(script))]]),
  startUp: { path: '/LandShark/config.json', json: startUp },
};

interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

describe('the daily check of pages that take card payments', () => {
  let answers: Record<string, Answer>;
  let server: Server;
  let origin: string;
  const answerOf = (at: string): Answer => {
    const answer = answers[at];
    if (!answer) throw new Error(`nothing is at ${at}`);
    return answer;
  };

  beforeAll(async () => {
    server = createServer((request: IncomingMessage, response: ServerResponse) => {
      const { status, headers, body } = answerOf(request.url ?? '');
      response.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // browsers resolve this name, like the host name of a demo county, but the system's resolver does not
    origin = `http://saipan.localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    const headers = Object.fromEntries(securityHeaders(paymentOrigin));
    answers = {
      [path]: { status: 200, headers: { ...headers, link: [...links, slide] }, body: page },
      [asset]: { status: 200, headers, body: script },
      '/LandShark/config.json': { status: 200, headers, body: startUp },
    };
  });

  test('S18 finds no differences in pages that equal their build', async () => {
    expect(await checkPages(origin, site)).toEqual([]);
  });

  test.each([
    ['an inline script', '</head>', '<script>steal(1)</script></head>', '<script>steal(1)'],
    [
      'a third-party script',
      '<p>',
      '<script src="https://evil.test/x.js"></script><p>',
      'https://evil.test/x.js',
    ],
    [
      'a script without quotes around its address',
      '<p>',
      '<script src=//evil.test ',
      '<script src=//evil.test',
    ],
    ['an attribute that runs a script', '<body>', '<body onload="steal()">', '<body onload="steal()">'],
    ['a form that the build did not make', '<p>', '<form action="https://evil.test"><p>', 'evil.test'],
    ['another integrity hash', 'sha384-x', 'sha384-y', 'integrity="sha384-y"'],
    [
      'a script without its integrity hash',
      ' integrity="sha384-x"',
      '',
      `<script type="module" src="${asset}">`,
    ],
    ['a tag in the name of the county', 'Deeds', '<script>steal(1)</script>', '<script>steal(1)'],
  ])('S18 reports %s', async (_, from, to, told) => {
    answerOf(path).body = page.replace(from, to);
    const differences = await checkPages(origin, site);
    expect(differences.join('\n')).toContain(`${path}: the page has what the build did not make: `);
    expect(differences.join('\n')).toContain(told);
  });

  test('S18 reports a page that has its script twice, and a page without its script', async () => {
    const tag = /<script.*<\/script>/.exec(page)?.[0] ?? '';
    answerOf(path).body = page.replace(tag, tag + tag);
    expect((await checkPages(origin, site)).join()).toContain('another order or number');
    answerOf(path).body = page.replace(tag, '');
    expect((await checkPages(origin, site)).join()).toContain('the page lacks <script type="module"');
  });

  test('S18 reports one changed byte of a script', async () => {
    answerOf(asset).body = script.replace('portal', 'Portal');
    expect(await checkPages(origin, site)).toEqual([`${asset}: its bytes are not those of the build`]);
  });

  test('S18 reports a policy that was weakened, removed or sent twice', async () => {
    const { headers } = answerOf(path);
    const policy = String(headers['content-security-policy']);
    headers['content-security-policy'] = policy.replace(
      "script-src 'self'",
      "script-src 'self' https://evil.test",
    );
    const [widened, ...rest] = await checkPages(origin, site);
    expect(widened).toContain('the header content-security-policy is "');
    expect(widened).toContain('https://evil.test');
    expect(rest).toEqual([]);
    delete headers['content-security-policy'];
    expect((await checkPages(origin, site)).join()).toContain('content-security-policy is missing');
    headers['content-security-policy'] = [policy, "script-src 'self' https://evil.test"];
    expect(await checkPages(origin, site)).toHaveLength(1);
  });

  test('S18 reports a header or a link that leads to another site, and a foreign URL for payments', async () => {
    answerOf(path).headers['refresh'] = '0; url=https://evil.test';
    answerOf(path).headers['link'] = [...links, '<https://evil.test/x.js>; rel=modulepreload'];
    answerOf('/LandShark/config.json').body = startUp.replace('accept.authorize.net', 'evil.test');
    expect(await checkPages(origin, site)).toEqual([
      `${path}: a header that the portal does not send: refresh: 0; url=https://evil.test`,
      `${path}: the header link names what the build does not: <https://evil.test/x.js>; rel=modulepreload`,
      `/LandShark/config.json: it says ${startUp.replace('accept.authorize.net', 'evil.test')}`,
    ]);
  });

  test('S18 reports files that it cannot read', async () => {
    answerOf(path).status = 302;
    expect(await checkPages(origin, site)).toEqual([`${path}: it is answered with 302`]);
    const nobody = await checkPages('http://127.0.0.1:1', site);
    expect(nobody).toHaveLength(3);
    expect(nobody.join('\n')).toContain(`${asset}: it cannot be read: `);
  });
});
