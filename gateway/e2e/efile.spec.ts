import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { largestFiling } from '@portal/proto/efile';
import type { CardFrame } from '@portal/proto/http/card-payments';
import type { EfileCardAnswer, EfileImageAnswer, EfileSubmitted } from '@portal/proto/http/efile';
import { eventually } from '@portal/infra/testing';
import { cards, payByCard } from './card-sandbox.js';
import { contentOf, Visitor } from './portal.js';

const form = {
  ...{ efileType: 'LR', name: 'Ada Olson', address1: '210 Harbor Street', address2: '', city: 'Two Harbors' },
  ...{ state: 'MN', zip: '55616', acknowledged: true },
};
const mailOf = () => `efile.${randomUUID().slice(0, 8)}@example.test`;

const pdfOf = async (pages: number): Promise<Buffer> => {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage([612, 792]).drawText(`DEED ${randomUUID()}`);
  return Buffer.from(await document.save());
};
let deed: Buffer;
beforeAll(async () => {
  deed = await pdfOf(3);
});

interface Part {
  name: string;
  fileName?: string;
  type?: string;
  body: Buffer | string;
}

/** Encodes a form as browsers do. */
const formOf = (parts: readonly Part[], boundary = 'x-efile-boundary'): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, fileName, type, body }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n` +
          `${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
      ),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
const headers = { 'content-type': 'multipart/form-data; boundary=x-efile-boundary' };
const fileOf = (body: Buffer, type = 'application/pdf', fileName = 'deed.pdf'): Part => ({
  ...{ name: 'image', fileName, type, body },
});
const jsonOf = (value: unknown): Part => ({ name: 'json', body: JSON.stringify(value) });

const upload = (visitor: Visitor, body: Buffer = deed, over: object = {}, type = 'application/pdf') =>
  visitor.post(
    'efile/image',
    formOf([jsonOf({ ...form, email: mailOf(), ...over }), fileOf(body, type)]),
    headers,
  );
const priced = (visitor: Visitor, over: object = {}) =>
  contentOf<EfileImageAnswer>(upload(visitor, deed, over));
const submit = (visitor: Visitor, imageId: string, over: object = {}) =>
  visitor.post('efile/submission', { ...form, email: mailOf(), imageId, paymentTransactionId: '0', ...over });
/** Lists the e-mails that the product under test has sent to an address, newest last. */
const mailsTo = (address: string): string[] => {
  const folder = join(String(process.env.PORTAL_DATA), 'mail');
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.includes(address));
};

const firstMailTo = (address: string, withinMs = 20_000): Promise<string> =>
  eventually(() => {
    const [mail] = mailsTo(address);
    if (mail === undefined) throw new Error(`no mail to ${address}`);
    return mail;
  }, withinMs);

describe('an e-filed document over HTTP', () => {
  test('B10-19 B10-20 gets its page count and its price, whether the form or the file comes first in the request', async () => {
    const visitor = await Visitor.signedIn('demo.escrow');
    const answer = await priced(visitor);
    expect(answer).toMatchObject({
      ...{ numberOfPages: 3, firstPageCharge: '$4.00', additionalPagesCharge: '$1.00', surcharge: '$0.25' },
      ...{ totalCharge: '$5.25', paymentMethod: 'ESCROW', lowResolution: [] },
    });
    const turned = formOf([fileOf(deed), jsonOf({ ...form, email: mailOf() })]);
    const second = await contentOf<EfileImageAnswer>(visitor.post('efile/image', turned, headers));
    expect(second).toMatchObject({ numberOfPages: 3, totalCharge: '$5.25' });
    expect(second.imageId).not.toBe(answer.imageId);
  });

  test.each([
    ['B10-12', 'of another type', 'image/png', () => deed, 422, 'Invalid file format; PDF or TIF only.'],
    ['B10-12', 'a TIFF by name only', 'image/tiff', () => deed, 422, 'Invalid file format; PDF or TIF only.'],
    [
      'B10-13',
      'one byte more than 25,000,000',
      'application/pdf',
      () => Buffer.concat([deed, Buffer.alloc(largestFiling + 1 - deed.length)]),
      413,
      'Document exceeds the max size of 25MB.',
    ],
    [
      'S24',
      'half of a file',
      'application/pdf',
      () => deed.subarray(0, 600),
      422,
      'The document cannot be read',
    ],
  ])('%s is refused, with the reason, when it is %s', async (_id, _what, type, make, status, message) => {
    const visitor = await Visitor.signedIn('demo.invoice');
    const reply = await upload(visitor, make(), {}, type);
    expect([reply.status, reply.envelope.ok]).toEqual([status, false]);
    expect(reply.envelope.message).toContain(message);
  });

  test('B10-11 B10-14 B10-15 B10-16 is refused when fields are wrong or the file is missing', async () => {
    const visitor = await Visitor.signedIn('demo.invoice');
    const empty = { name: '', email: '', address1: '', city: '', state: '', zip: '' };
    const { status, envelope } = await upload(visitor, deed, empty);
    expect(status).toBe(422);
    expect(Object.keys(envelope.fields ?? {}).sort()).toEqual([
      'address1',
      'city',
      'email',
      'name',
      'state',
      'zip',
    ]);
    expect(
      new Set(['name', 'email', 'address1', 'city', 'state', 'zip'].map((name) => envelope.fields?.[name])),
    ).toEqual(new Set(['Required.']));
    expect((await upload(visitor, deed, { zip: '551111' })).envelope.fields).toHaveProperty('zip');
    expect((await upload(visitor, deed, { acknowledged: false })).envelope.fields).toEqual({
      acknowledged: 'Please read and select the checkbox to acknowledge.',
    });
    const without = await visitor.post(
      'efile/image',
      formOf([jsonOf({ ...form, email: mailOf() })]),
      headers,
    );
    expect(without.envelope.fields).toEqual({ image: 'Required.' });
  });

  test('leaves nothing behind when its upload breaks off, and can be sent again', async () => {
    const visitor = await Visitor.signedIn('demo.invoice');
    const whole = formOf([jsonOf({ ...form, email: mailOf() }), fileOf(deed)]);
    const cut = await visitor.post('efile/image', whole.subarray(0, Math.floor(whole.length * 0.9)), headers);
    expect(cut.envelope.ok).toBe(false);
    expect(await priced(visitor)).toMatchObject({ numberOfPages: 3 });
    const uploads = join(String(process.env.PORTAL_DATA), 'objects/lake/efile/uploads');
    expect(readdirSync(uploads)).toEqual([]);
  });

  test('B10-01 is not accepted where the county does not offer e-filing', async () => {
    const abroad = await Visitor.signedIn('demo.escrow', 'saipan');
    expect((await upload(abroad)).status).toBe(404);
    expect((await abroad.get('efile/offer')).status).toBe(404);
  });
});

describe('a submission over HTTP', () => {
  test('B10-28 B10-29 B10-30 from an escrow account needs no card, gets the same number when it is repeated, and sends its sender one e-mail', async () => {
    const visitor = await Visitor.signedIn('demo.account');
    const email = mailOf();
    const { imageId } = await priced(visitor, { email });
    const sent = await contentOf<EfileSubmitted>(submit(visitor, imageId, { email }));
    expect(sent.transactionNumber).toMatch(/^\d+$/);
    expect(sent.usageBalance).toMatch(/^\$/);
    expect(await contentOf<EfileSubmitted>(submit(visitor, imageId, { email }))).toEqual(sent);
    const text = await firstMailTo(email);
    expect(text).toContain('Your document was submitted');
    expect(text).toContain(sent.transactionNumber);
    expect(mailsTo(email)).toHaveLength(1);
  });

  test("S5 is not found for another user's document", async () => {
    const { imageId } = await priced(await Visitor.signedIn('demo.invoice'));
    expect((await submit(await Visitor.signedIn('demo.escrow'), imageId)).status).toBe(404);
  });

  test('S4 B10-24 B10-25 B10-26 B10-27 that is paid by card is sent only after the card provider confirms the payment', async () => {
    const visitor = await Visitor.signedIn('demo.credit');
    const { imageId, totalCharge, paymentMethod } = await priced(visitor);
    expect(paymentMethod).toBe('CREDIT_CARD');
    for (const invented of ['0', '60000000001'])
      expect((await submit(visitor, imageId, { paymentTransactionId: invented })).envelope.ok).toBe(false);
    const lie = await visitor.post('creditcard/efileCapture', { amount: '1.00', imageId });
    expect(lie.envelope.ok).toBe(false);
    const { tokenResults } = await contentOf<{ tokenResults: CardFrame }>(
      visitor.post('creditcard/efileCapture', { amount: totalCharge, imageId }),
    );
    expect(tokenResults.total).toBe(totalCharge);
    const tell = (transactionResponse: object) =>
      contentOf<EfileCardAnswer>(
        visitor.post('creditcard/efileAuthAndCaptureResponse', {
          attemptId: tokenResults.attemptId,
          transactionResponse,
        }),
      );
    const declined = await payByCard(tokenResults.token, cards.declined);
    expect(await tell(declined)).toMatchObject({
      completed: false,
      message: 'Your card was declined. Try another card.',
    });
    expect((await submit(visitor, imageId)).envelope.ok).toBe(false);
    const paid = await payByCard(tokenResults.token);
    expect(await tell(paid)).toMatchObject({ completed: true });
    const sent = await contentOf<EfileSubmitted>(
      submit(visitor, imageId, { paymentTransactionId: paid.transId }),
    );
    expect(sent.transactionNumber).toMatch(/^\d+$/);
  });

  test('is sent even if the browser never comes back after the payment by card', async () => {
    const visitor = await Visitor.signedIn('demo.credit');
    const email = mailOf();
    const { imageId, totalCharge } = await priced(visitor, { email });
    const { tokenResults } = await contentOf<{ tokenResults: CardFrame }>(
      visitor.post('creditcard/efileCapture', { amount: totalCharge, imageId }),
    );
    await payByCard(tokenResults.token);
    const text = await firstMailTo(email, 60_000);
    expect(text).toContain('Your document was submitted');
  }, 90_000);
});
