import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EfileImageAnswer, EfileSubmitted } from '@portal/proto/http/efile';
import type { ExchangeAnswer, PackageMade } from '@portal/proto/http/efile-exchange';
import type { QueueAnswer, QueuedDetails } from '@portal/proto/http/efile-queue';
import { eventually } from '@portal/infra/testing';
import { addSecondClerk, contentOf, Visitor } from './portal.js';
import { zipParts } from './zip-parts.js';

let clerk: Visitor;
let colleague: Visitor;
let removeColleague: () => Promise<unknown>;
let deed: Buffer;

beforeAll(async () => {
  const document = await PDFDocument.create();
  for (let page = 0; page < 3; page += 1) document.addPage([612, 792]).drawText(`DEED ${randomUUID()}`);
  deed = Buffer.from(await document.save());
  clerk = await Visitor.signedIn('demo.county');
  ({ colleague, remove: removeColleague } = await addSecondClerk(clerk));
});
afterAll(() => removeColleague());

const boundary = 'x-queue-boundary';
const formOf = (form: object): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="json"\r\n\r\n${JSON.stringify(form)}\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="deed.pdf"\r\n` +
        'Content-Type: application/pdf\r\n\r\n',
    ),
    deed,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

/** Sends a document to the office. */
async function sent(sender: Visitor): Promise<{ imageId: string; number: string; email: string }> {
  const email = `queue.${randomUUID().slice(0, 8)}@example.test`;
  const form = {
    ...{ efileType: 'LR', name: 'Ada Olson', email, address1: '210 Harbor Street', address2: '' },
    ...{ city: 'Two Harbors', state: 'MN', zip: '55616', acknowledged: true },
  };
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const { imageId } = await contentOf<EfileImageAnswer>(sender.post('efile/image', formOf(form), type));
  const { transactionNumber: number } = await contentOf<EfileSubmitted>(
    sender.post('efile/submission', { ...form, imageId, paymentTransactionId: '0' }),
  );
  return { imageId, number, email };
}

const claim = (imageId: string, visitor = clerk, over = false) =>
  visitor.post('efileQueue/claim', { imageId, over });
const cents = async (visitor: Visitor): Promise<number> => {
  const seen = await contentOf<unknown>(visitor.post('currentUser/usageBalance', {}));
  return Number((/\$[\d,.]+/.exec(JSON.stringify(seen))?.[0] ?? '').replace(/[$,.]/g, ''));
};
/** Returns the current date and time on the county's clock. */
const now = () => {
  const format = (o: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', ...o }).format(new Date());
  return {
    recordedDate: format({ year: 'numeric', month: '2-digit', day: '2-digit' }),
    recordedTime: format({ hour: 'numeric', minute: '2-digit' }).replace(/\s/g, ' '),
  };
};
const mailTo = (address: string, about: string): Promise<string> =>
  eventually(() => {
    const folder = join(String(process.env.PORTAL_DATA), 'mail');
    const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const mail = mails.find((text) => text.includes(address) && text.includes(about));
    if (mail === undefined) throw new Error(`no mail to ${address}`);
    return mail;
  }, 20_000);

describe('the e-file queue over HTTP', () => {
  test('lets a clerk find, claim and record a document; the sender gets the recorded copy and is charged once', async () => {
    const sender = await Visitor.signedIn('demo.escrow');
    const before = await cents(sender);
    const { imageId, number, email } = await sent(sender);
    const held = await cents(sender);
    expect(held).toBeLessThan(before);
    const { rows } = await contentOf<QueueAnswer>(clerk.post('efileQueue/list', {}));
    expect(rows.find((row) => row.imageId === imageId)).toMatchObject({
      ...{ transactionNumber: number, state: 'SUBMITTED', claimedBy: '' },
    });
    const found = (filters: object) =>
      contentOf<QueueAnswer>(clerk.post('efileQueue/list', { sender: 'DEMO.ESCROW', ...filters }));
    const records = await found({ efileType: 'LR' });
    expect(records.rows.map((row) => row.imageId)).toContain(imageId);
    expect(records.total).toBe((await found({})).total - (await found({ efileType: 'MAP' })).total);
    expect(await found({ sender: `nobody ${number}` })).toEqual({ rows: [], total: 0 });
    await contentOf<QueuedDetails>(claim(imageId));
    const refused = await claim(imageId, colleague);
    expect(refused.envelope).toMatchObject({
      ok: false,
      message: 'demo.county is working on this submission. Choose another one, or take it over.',
    });
    const page = await clerk.get(`efileQueue/page/${imageId}/1`);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const documentNumber = `A${Date.now()}`;
    const recorded = { imageId, documentNumber, book: '231', page: '118', ...now(), note: '' };
    const answers = await Promise.all([
      clerk.post('efileQueue/record', recorded),
      clerk.post('efileQueue/record', recorded),
    ]);
    for (const { envelope } of answers)
      expect(envelope).toMatchObject({ ok: true, content: { state: 'RECORDED' } });
    expect(await cents(sender)).toBe(held);
    expect(await mailTo(email, 'is recorded')).toContain(documentNumber);
    const { body: copy } = await sender.get(`efile/document/${imageId}/endorsed`);
    expect((await PDFDocument.load(copy)).getPage(0).getHeight()).toBeGreaterThan(792);
    expectStamp(copy, documentNumber);
  }, 60_000);

  test('sends a document back with the reasons, and returns its fee', async () => {
    const sender = await Visitor.signedIn('demo.escrow');
    const { imageId, email } = await sent(sender);
    const held = await cents(sender);
    const { offeredReasons } = await contentOf<QueuedDetails>(claim(imageId));
    const [reason = ''] = offeredReasons;
    const none = await clerk.post('efileQueue/reject', { imageId, reasons: [], note: '' });
    expect(none.envelope.fields).toEqual({ reasons: 'Choose at least one reason.' });
    const back = await clerk.post('efileQueue/reject', { imageId, reasons: [reason], note: 'Page 2.' });
    expect(back.envelope).toMatchObject({ ok: true, content: { state: 'REJECTED' } });
    expect(await mailTo(email, 'was rejected')).toContain(reason);
    await eventually(async () => expect(await cents(sender)).toBeGreaterThan(held));
    expect((await sender.get(`efile/document/${imageId}/endorsed`)).status).toBe(404);
  }, 60_000);

  test('lets a second clerk take a document over and ask for a correction, which neither charges nor returns the fee', async () => {
    const sender = await Visitor.signedIn('demo.escrow');
    const { imageId, email } = await sent(sender);
    const held = await cents(sender);
    await claim(imageId);
    const { offeredReasons } = await contentOf<QueuedDetails>(claim(imageId, colleague, true));
    const why = { imageId, reasons: offeredReasons.slice(0, 1), note: 'Sign it.' };
    expect((await clerk.post('efileQueue/askCorrection', why)).envelope.ok).toBe(false);
    expect((await colleague.post('efileQueue/askCorrection', why)).envelope).toMatchObject({
      content: { state: 'CORRECTION_ASKED' },
    });
    expect(await mailTo(email, 'needs a correction')).toContain('Sign it.');
    expect(await cents(sender)).toBe(held);
  }, 60_000);

  test('hands filings to the land system as packages, and records or returns each one as the land system answers', async () => {
    const sender = await Visitor.signedIn('demo.escrow');
    const [one, back] = [await sent(sender), await sent(sender)];
    const held = await cents(sender);
    const made = await contentOf<PackageMade>(clerk.post('efileQueue/package', { imageId: one.imageId }));
    const second = await contentOf<PackageMade>(clerk.post('efileQueue/package', { imageId: back.imageId }));
    const file = await clerk.get(`efileQueue/package/${made.packageId}`);
    expect(file.headers['content-type']).toBe('application/zip');
    const parts = zipParts(file.body);
    expect([...parts.keys()]).toEqual(['package.xml', `documents/${one.number}.pdf`]);
    expect(parts.get(`documents/${one.number}.pdf`)?.equals(deed)).toBe(true);
    expect(parts.get('package.xml')?.toString()).toContain(one.imageId);
    expect((await sender.get(`efileQueue/package/${made.packageId}`)).status).toBe(404);

    const documentNumber = `A${Date.now()}`;
    const recorded = `<RECORDING_ENDORSEMENT _InstrumentNumberIdentifier="${documentNumber}"
      _RecordedDateTime="${new Date().toISOString()}" _Volume="231"/>`;
    arrive(answerOf(made.packageId, one.imageId, recorded));
    arrive(
      answerOf(second.packageId, back.imageId, '<STATUS _Condition="Rejected" _Name="Plat is missing"/>'),
    );
    const wrong = arrive('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>');
    expect(await mailTo(one.email, 'is recorded')).toContain(documentNumber);
    expect(await mailTo(back.email, 'was rejected')).toContain('Plat is missing');
    await eventually(async () => expect(await cents(sender)).toBeGreaterThan(held), 20_000);
    expectStamp((await sender.get(`efile/document/${one.imageId}/endorsed`)).body, documentNumber);
    await eventually(async () => {
      const { answers } = await contentOf<ExchangeAnswer>(clerk.get('efileQueue/exchange'));
      expect(answers.find(({ fileName }) => fileName === wrong)).toMatchObject({
        refused: true,
        why: ['The file has a DOCTYPE line, which the portal does not accept. Remove this line.'],
      });
    }, 20_000);
  }, 90_000);

  test.each([
    [{}, { from: 'Required.', to: 'Required.' }],
    [{ from: 9, to: 8 }, { to: 'Enter a number that is not lower than the first one.' }],
    [
      { from: 9_000_000, to: 9_000_001 },
      { from: 'No submission in this range is waiting or recorded. Enter other numbers.' },
    ],
  ])('refuses to make a package of %j', async (range, fields) => {
    expect((await clerk.post('efileQueue/package', range)).envelope.fields).toEqual(fields);
  });

  test('S5 S9 shows nothing to another county, another user or a guest', async () => {
    const sender = await Visitor.signedIn('demo.escrow');
    const { imageId } = await sent(sender);
    const abroad = await Visitor.signedIn('demo.county', 'saipan');
    for (const visitor of [abroad, sender]) {
      for (const route of ['details', 'claim', 'release'])
        expect((await visitor.post(`efileQueue/${route}`, { imageId })).status).toBe(404);
      expect((await visitor.get(`efileQueue/page/${imageId}/1`)).status).toBe(404);
    }
    for (const visitor of [abroad, await Visitor.signedIn('demo.invoice')])
      expect((await visitor.get(`efile/document/${imageId}/original`)).status).toBe(404);
    expect((await sender.get(`efile/document/${imageId}/original`)).body.equals(deed)).toBe(true);
  });
});

let files = 0;
/**
 * Puts a file into the county's folder as if the land system had done so a minute ago.
 * @returns the name of the file
 */
function arrive(xml: string): string {
  const folder = join(
    String(process.env.PORTAL_DATA),
    'objects',
    'lake',
    'exchange',
    'land-system',
    'answers',
  );
  const name = `http-${Date.now()}-${(files += 1)}.xml`;
  mkdirSync(folder, { recursive: true });
  const ready = join(folder, `${name}.part`);
  writeFileSync(ready, xml);
  const before = new Date(Date.now() - 60_000);
  utimesSync(ready, before, before);
  renameSync(ready, join(folder, name));
  return name;
}
const answerOf = (packageId: string, filing: string, body: string): string =>
  `<RESPONSE_GROUP PRIAVersionIdentifier="2.4.2"><RESPONDING_PARTY _Identifier="lake"/><RESPONSE><RESPONSE_DATA>
     <PRIA_RESPONSE><PACKAGE _Identifier="${packageId}"><PRIA_DOCUMENT _UniqueIdentifier="${filing}">${body}
     </PRIA_DOCUMENT></PACKAGE></PRIA_RESPONSE></RESPONSE_DATA></RESPONSE></RESPONSE_GROUP>`;

/**
 * Expects the recording data on the first page. Poppler reads the text, because Poppler shares no code with the program
 * that wrote the text.
 */
function expectStamp(pdf: Buffer, documentNumber: string): void {
  if (spawnSync('pdftotext', ['-v']).error !== undefined) return;
  const file = join(tmpdir(), `clerk-${randomUUID()}.pdf`);
  writeFileSync(file, pdf);
  const text = execFileSync('pdftotext', ['-l', '1', '-layout', file, '-'], { encoding: 'utf8' });
  expect(text).toContain(`Document number ${documentNumber}, Book 231`);
  expect(text).toContain('DEED');
}
