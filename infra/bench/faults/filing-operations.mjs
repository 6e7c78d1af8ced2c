// E-filing: documents are uploaded, paid and sent, and the office records them or sends them back.
import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { typeOf } from './history.mjs';

const form = {
  ...{
    efileType: 'LR',
    name: 'Ada Olson',
    email: 'ada@lake.example',
    address1: '210 Harbor Street',
    address2: '',
  },
  ...{ city: 'Two Harbors', state: 'MN', zip: '55616', acknowledged: true },
};

/** Makes a document of one to three pages; no two are alike. */
async function documentOf(pages) {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage([612, 792]).drawText(`Deed ${randomUUID()}`);
  return Buffer.from(await document.save());
}

/** @returns the id of the priced filing, its way of payment, and the cents shown; undefined without an answer */
async function upload({ client, random }) {
  const body = new FormData();
  body.append('json', JSON.stringify(form));
  const pdf = await documentOf(random.between(1, 3));
  body.append('image', new Blob([pdf], { type: 'application/pdf' }), 'deed.pdf');
  const { content } = await client.askAgain('efile/image', body);
  if (!content) return undefined;
  const { imageId: filing, paymentMethod: funding, totalCharge } = content;
  return { filing, funding, shown: Math.round(Number(totalCharge.replace(/[$,]/g, '')) * 100) };
}

/** Pays for a document on the card page, and records the payment if the portal reports it as completed. */
async function payByCard(user, filing, payInFrame) {
  const { client, history } = user;
  const opened = await client.ask('creditcard/efileCapture', { imageId: filing });
  const frame = opened.content?.tokenResults;
  if (!frame) return;
  const { content } = await payInFrame(user, frame, 'creditcard/efileAuthAndCaptureResponse');
  // the office may have sent the document back since
  const states = ['CREDITED', 'SETTLED', 'REFUNDED'];
  if (content?.completed) history.believed.push({ attemptId: frame.attemptId, states });
}

/**
 * Files a document: uploads it, pays, and submits the form until the document has a number. Sometimes sends the form
 * twice at once.
 */
export async function file(user, payInFrame) {
  const { client, random, history } = user;
  const priced = await upload(user);
  if (!priced) return { type: 'info', why: 'no price' };
  const { filing, funding, shown } = priced;
  if (funding === 'CREDIT_CARD' && !random.chance(0.1)) await payByCard(user, filing, payInFrame);
  const submission = { ...form, imageId: filing, paymentTransactionId: '0' };
  const send = () => client.askAgain('efile/submission', submission);
  const answers = await Promise.all(random.chance(0.3) ? [send(), send()] : [send()]);
  const told = answers.find(({ content }) => content) ?? answers[0];
  const outcome = !told.known ? 'UNKNOWN' : told.content ? 'PAID' : 'REFUSED';
  history.filings.push({ filing, outcome, shown, number: told.content?.transactionNumber });
  return { type: typeOf[outcome], filing };
}

/**
 * Sends a decision about the fee of a document: take it for the office, or give it back. Also picks documents that were
 * decided before. Sometimes sends both decisions at once, as two people might. In the product, the imaging service
 * sends this command.
 */
export async function settle({ random, history, settleFiling }) {
  const sent = history.filings.filter(({ outcome }) => outcome === 'PAID');
  if (sent.length === 0) return { type: 'fail', why: 'nothing was sent' };
  const { filing } = random.pick(sent);
  const decide = async (taken) => ({ taken, answer: await settleFiling(filing, taken) });
  const taken = random.chance(0.6);
  const answers = await Promise.all(random.chance(0.3) ? [decide(taken), decide(!taken)] : [decide(taken)]);
  for (const { taken: wanted, answer } of answers)
    if (answer === 'OK') history.settled.push({ filing, taken: wanted });
  const answer = answers[0]?.answer;
  return { type: answer === 'OK' ? 'ok' : answer === 'UNKNOWN' ? 'info' : 'fail', filing };
}
