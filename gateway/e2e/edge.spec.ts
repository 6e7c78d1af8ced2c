import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { ask, deed, orderOf, Visitor } from './portal.js';

test('S34 every answer has the security headers and a correlation id, even for errors and unknown paths', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const replies = [
    await visitor.get('/LandShark/'),
    await visitor.get('/LandShark/api/no/such/route'),
    await visitor.get('/no-such-page'),
    await visitor.post('search/searchByName', '{'),
    await visitor.get('helperdata/landlink'),
  ];
  for (const { headers } of replies) {
    expect(headers['strict-transport-security']).toMatch(/max-age=31536000; includeSubDomains/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toContain('unsafe');
    expect(headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['x-powered-by']).toBeUndefined();
  }
  expect(replies[4]?.headers['cache-control']).toBe('no-store');
});

const olson = {
  grantorGranteeLastName1: 'OLSON',
  fromRecordedDate: '01/01/2000',
  toRecordedDate: '01/01/2020',
};

/** Sends a search and closes the connection at once. */
const abandon = (cookie: string): Promise<void> =>
  new Promise((resolve) => {
    const body = JSON.stringify(olson);
    const socket = connect(Number(process.env.PORTAL_PORT), '127.0.0.1', () => {
      const head = `POST /LandShark/api/search/searchByName HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}`;
      socket.write(
        `${head}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      setTimeout(() => socket.destroy(), 5);
    });
    socket.on('error', () => undefined).on('close', () => resolve());
  });

test('a caller is served after 600 callers have hung up, because hanging up frees their slots', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  for (let nth = 0; nth < 600; nth += 50)
    await Promise.all(Array.from({ length: 50 }, () => abandon(visitor.cookie)));
  let reply = await visitor.post('search/searchByName', olson);
  // some of these searches are still running; until they end, the answer says when to try again
  for (let told = 0; reply.status === 503 && told < 10; told += 1) {
    await sleep(Number(reply.headers['retry-after']) * 1_000);
    reply = await visitor.post('search/searchByName', olson);
  }
  expect(reply.status).toBe(200);
}, 60_000);

test('S36 robots.txt forbids crawlers to read the answers of the API', async () => {
  const { status, headers, body } = await new Visitor().get('/robots.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body.toString()).toMatch(/^User-agent: \*\nDisallow: \/LandShark\/api\/$/m);
});

test('an unknown host is answered with 404 and plain text', async () => {
  const reply = await ask('evil.test', { path: '/LandShark/' });
  expect(reply.status).toBe(404);
  expect(reply.headers['content-type']).toMatch(/text\/plain/);
});

test('A1-05 the start-up file names the server, the router base and the payment pages', async () => {
  const reply = await new Visitor().get('/LandShark/config.json');
  expect(JSON.parse(reply.body.toString())).toEqual({
    countyDirectory: expect.any(String),
    routerBaseName: '/LandShark',
    serverAddress: '/LandShark/api/',
    paymentPageAddress: expect.stringMatching(/^http:\/\/pay\.localhost:\d+\//),
    paymentScriptAddress: expect.stringMatching(/^http:\/\/pay\.localhost:\d+\//),
  });
});

test.each(['landlink', 'landshark', 'landsharkcodedescription', 'productVersions', 'notableDates'])(
  'A1-09 A12-24 helperdata/%s returns named contents and code lists',
  async (name) => {
    const { status, envelope } = await new Visitor().get(`helperdata/${name}`);
    expect(status).toBe(200);
    const content = envelope.content as {
      namedContentResultList: { name: string; baseContent: unknown }[];
      namedCodeDescriptionResultList: {
        name: string;
        codeDescriptionResults: { code: string; description: string }[];
      }[];
    };
    expect(
      content.namedContentResultList.length + content.namedCodeDescriptionResultList.length,
    ).toBeGreaterThan(0);
    for (const list of content.namedCodeDescriptionResultList) {
      expect([list.name, list.codeDescriptionResults.length > 0]).toEqual([list.name, true]);
      for (const entry of list.codeDescriptionResults)
        expect(Object.keys(entry).sort()).toEqual(['code', 'description']);
    }
  },
);

test('A1-01 each county has its own name, title and labels', async () => {
  const commonOf = async (county: 'lake' | 'saipan') => {
    const { envelope } = await new Visitor(county).get('helperdata/landshark');
    const { namedContentResultList } = envelope.content as {
      namedContentResultList: { name: string; baseContent: unknown }[];
    };
    return namedContentResultList.find(({ name }) => name === 'common')?.baseContent;
  };
  expect(await commonOf('lake')).toMatchObject({
    countyName: expect.stringContaining('Lake'),
    bookLabel: 'Book',
  });
  expect(await commonOf('saipan')).toMatchObject({ countyName: expect.stringContaining('Commonwealth') });
});

const hostile = ['%', "'", '"', ';--', '\u0000', '🏠', '\u202e', 'x'.repeat(10_000), '\\', '{{7*7}}'];

test('S26 any text in any field of a search gets an answer, and never a server error', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const dates = { fromRecordedDate: '01/01/1900', toRecordedDate: '01/01/2020' };
  const fields = [
    'grantorGranteeLastName1',
    'grantorGranteeFirstName1',
    'grantorGranteeLastName2',
    'documentType',
    'instrumentGroup',
    'fromRecordedDate',
  ];
  for (const text of hostile) {
    for (const field of fields) {
      const reply = await visitor.post('search/searchByName', {
        grantorGranteeLastName1: 'SMITH',
        ...dates,
        [field]: text,
      });
      expect([field, text.slice(0, 9), [200, 422].includes(reply.status)]).toEqual([
        field,
        text.slice(0, 9),
        true,
      ]);
    }
    const byNumber = await visitor.post('search/searchByDocumentNumber', { fromDocumentNumber: text });
    expect([text.slice(0, 9), [200, 422].includes(byNumber.status)]).toEqual([text.slice(0, 9), true]);
  }
});

test('S33 a body that is not a JSON object, has another type or is too large gets an answer without internal details', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const cases: [string, number, Record<string, string>?][] = [
    ['{', 422],
    ['[]', 422],
    ['null', 422],
    ['"text"', 422],
    ['a=1', 422, { 'content-type': 'application/x-www-form-urlencoded' }],
    [JSON.stringify({ grantorGranteeLastName1: 'x'.repeat(300_000) }), 413],
  ];
  for (const [body, status, headers] of cases) {
    const reply = await visitor.post('search/searchByName', body, headers);
    expect([body.slice(0, 20), reply.status]).toEqual([body.slice(0, 20), status]);
    expect(reply.envelope).toMatchObject({ ok: false, content: null, message: expect.any(String) });
    expect(reply.body.toString()).not.toMatch(/ at \w|node_modules|select |127\.0\.0\.1/i);
  }
});

test.each(['0', '99', 'a-b'])(
  'the page list %s is refused with the message of the specification',
  async (pages) => {
    const visitor = await Visitor.signedIn('demo.invoice');
    const { envelope } = await visitor.post('imaging/computeDownloadOrder', orderOf(pages));
    expect(envelope).toMatchObject({ ok: false, message: `Document does not have a page ${pages}` });
  },
);

test('A12-21 S26 the browser log accepts an entry with any text, and refuses a megabyte', async () => {
  const visitor = new Visitor();
  expect((await visitor.post('logReact', { message: 'a\r\nb\u001b[31m' })).envelope.ok).toBe(true);
  expect((await visitor.post('logReact', { message: 'x'.repeat(1_000_000) })).status).toBe(413);
});

test('previews are private, carry an ETag, and are not sent again while they are unchanged', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const path = `imaging/document/${deed.key}/page/1/thumbnail`;
  const first = await visitor.get(path);
  expect(first.status).toBe(200);
  expect(first.headers['content-type']).toBe('image/jpeg');
  expect(first.headers['cache-control']).toMatch(/^private/);
  expect(first.body.subarray(0, 2).toString('hex')).toBe('ffd8');
  const again = await visitor.get(path, { 'if-none-match': String(first.headers.etag) });
  expect(again.status).toBe(304);
  expect((await new Visitor().get(path)).status).toBe(403);
});

test('a page that the document does not have is refused', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const reply = await visitor.get(`imaging/document/${deed.key}/page/99/thumbnail`);
  expect(reply.envelope).toMatchObject({ ok: false, message: 'Document does not have a page 99' });
  expect(
    (await visitor.get('imaging/document/A9999999/page/1/thumbnail')).body.subarray(0, 2).toString('hex'),
  ).not.toBe('ffd8');
});

test('a document number of one county does not find a document of another county', async () => {
  const saipan = await Visitor.signedIn('demo.invoice', 'saipan');
  expect((await saipan.post('search/documentDetails', { docId: 'T2000001' })).status).toBe(404);
});

test('A1-04 the page names its county before any script runs, at every URL below the base path', async () => {
  for (const path of ['/LandShark/', '/LandShark/login', '/LandShark/search/searchByName']) {
    const { status, headers, body } = await new Visitor('saipan').get(path);
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-cache']);
    expect(body.toString()).toContain('data-county="saipan"');
    expect(body.toString()).toContain('Commonwealth');
    expect(body.toString()).not.toContain('{{');
  }
});
