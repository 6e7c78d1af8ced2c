import { randomUUID } from 'node:crypto';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { listExchangeAnswers, openPackage } from '@portal/proto/rpc/efile-exchange';
import { askCorrection, claimFiling, releaseFiling } from '@portal/proto/rpc/efile-queue';
import { withdrawSubmission } from '@portal/proto/rpc/submissions';
import { largestXml } from '../src/exchange/bounded-xml.js';
import { clerk, exchangeSteps, FOLDER, written } from './exchange-steps.js';
import { clerkOf, deed, newNumber, newSender } from './filing-steps.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { endorsement, priaAnswer, rejection } from './pria-answers.js';

let imaging: ImagingUnderTest;
/** How far the service's clock is ahead, in milliseconds. */
let ahead = 0;
beforeAll(async () => {
  imaging = await startImaging({ clock: { now: () => new Date(Date.now() + ahead) } });
});
afterEach(() => {
  ahead = 0;
  armFailpoints(undefined);
  imaging.terms.exchanges = true;
  imaging.terms.unreadable = undefined;
  imaging.fees.beforeSettle = () => Promise.resolve();
});
afterAll(() => imaging.close());

const colleague = clerkOf('clerk.two');
const steps = exchangeSteps(() => imaging);
const { sent, packed, make, arrive, later, inFolder, whyOf, rowOf: stateOf, toldOf, settledOf } = steps;
const now = (): string => new Date().toISOString();

describe('a package for the land system', () => {
  test('contains the submissions in a range of numbers with their documents, and claims these submissions for the clerk', async () => {
    const [first, second, third] = [await sent(), await sent(), await sent()];
    await imaging.rpc.call(claimFiling, { filing: second.filing, over: false }, { actor: colleague });
    const made = await make({ from: first.number, to: third.number });
    expect(made).toMatchObject({ ok: true, value: { count: 2, skipped: 1 } });
    if (!made.ok) return;
    const { packageId } = made.value;
    const {
      xml,
      files: parts,
      fileName,
    } = await imaging.rpc.callOrThrow(openPackage, { packageId }, { actor: colleague });
    expect(fileName).toMatch(/^pria-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.zip$/);
    expect(parts.map(({ name }) => name)).toEqual([
      `documents/${first.number}.pdf`,
      `documents/${third.number}.pdf`,
    ]);
    for (const { objectKey } of parts)
      expect((await imaging.objects.get(objectKey)).equals(await deed)).toBe(true);
    expect(xml).toContain(`<PACKAGE _Identifier="${packageId}"`);
    expect(xml).toContain(`_UniqueIdentifier="${first.filing}"`);
    expect(xml).not.toContain(second.filing);
    expect(xml).toContain('_UnparsedName="Ada &quot;A&amp;B&quot; &lt;Olson&gt;"');
    expect(xml).toContain('_FEES _TotalAmount="10.00"');
    const inOrder = ['REQUESTING_PARTY', 'RECEIVING_PARTY', 'SUBMITTING_PARTY', 'REQUEST', 'REQUEST_DATA'];
    const ofDocument = ['GRANTOR', 'GRANTEE', 'PARTIES', 'RECORDING_ENDORSEMENT', 'EMBEDDED_FILE'];
    const whole = [...inOrder, 'PRIA_REQUEST', 'PACKAGE', 'PRIA_DOCUMENT', ...ofDocument];
    const places = whole.map((name) => xml.search(new RegExp(`<${name}[ />]`)));
    expect(places).toEqual(places.filter((place) => place > 0).toSorted((one, other) => one - other));
    expect(await stateOf(first.filing)).toMatchObject({ state: 'IN_REVIEW', claimed_name: 'clerk.one' });
    const withdrawn = await imaging.rpc.call(
      withdrawSubmission,
      { filing: first.filing },
      { actor: first.sender },
    );
    expect(withdrawn.ok).toBe(false);
  });

  test('S9 is refused to anyone but the county’s clerks, and to clerks while the exchange is off or a document is unavailable', async () => {
    const [one, back] = [await sent(), await sent()];
    await imaging.rpc.call(claimFiling, { filing: one.filing, over: false }, { actor: colleague });
    expect(await make({ filing: one.filing })).toMatchObject({ code: 'FILING_CLAIMED' });
    await imaging.rpc.call(claimFiling, { filing: back.filing, over: false }, { actor: clerk });
    const reasons = ['Other'];
    await imaging.rpc.call(askCorrection, { filing: back.filing, reasons, note: '' }, { actor: clerk });
    expect(await make({ filing: back.filing })).toMatchObject({ code: 'FILING_MOVED' });
    expect(await make({ from: 900_000, to: 900_001 })).toMatchObject({ code: 'INVALID_INPUT' });
    const abroad = clerkOf('clerk.abroad', { county: 'saipan' });
    for (const actor of [newSender(), abroad])
      expect(await make({ filing: (await sent()).filing }, actor)).toMatchObject({ code: 'NOT_FOUND' });
    const { packageId } = await packed();
    expect(await imaging.rpc.call(openPackage, { packageId }, { actor: abroad })).toMatchObject({
      code: 'NOT_FOUND',
    });
    imaging.terms.exchanges = false;
    expect(await make({ filing: (await sent()).filing })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an answer file of the land system', () => {
  test('records the submission once: the copy gets a stamp, the fee is taken and one event is sent, even if the answer comes twice', async () => {
    const found = await packed();
    const documentNumber = newNumber();
    const xml = written(found, endorsement(documentNumber, now(), { fee: '10.00' }));
    const name = await arrive(xml);
    const recorded = { state: 'RECORDED', document_number: documentNumber, book: '231', page: '118' };
    expect(await stateOf(found.filing)).toMatchObject({ ...recorded, decided_by: clerk.user });
    expect(await inFolder('done', name)).toHaveLength(1);
    expect(await inFolder('answers', name)).toEqual([]);
    const before = await stateOf(found.filing);
    const again = await arrive(xml);
    expect(await inFolder('done', again)).toHaveLength(1);
    expect(await stateOf(found.filing)).toEqual(before);
    expect(settledOf(found.filing)).toEqual([true]);
    expect(await toldOf(found.filing)).toEqual(['SUBMITTED', 'RECORDED']);
    // a second package of the recorded document contains the stamped copy and the document number
    const made = await make({ filing: found.filing });
    if (!made.ok) throw new Error(made.code);
    const opened = await imaging.rpc.callOrThrow(
      openPackage,
      { packageId: made.value.packageId },
      { actor: clerk },
    );
    expect(opened.xml).toContain(`_InstrumentNumberIdentifier="${documentNumber}"`);
    expect(opened.files[0]?.objectKey).toBe(before.endorsed_key);
  });

  test('rejects the submission once, with the reasons of the land system, and gives the fee back', async () => {
    const found = await packed();
    const xml = written(found, rejection('Legal description does not close', 'Check the third call.'));
    await arrive(xml);
    await arrive(xml);
    expect(await stateOf(found.filing)).toMatchObject({
      ...{ state: 'REJECTED', reasons: ['Legal description does not close'], note: 'Check the third call.' },
    });
    expect(settledOf(found.filing)).toEqual([false]);
    expect(await toldOf(found.filing)).toEqual(['SUBMITTED', 'REJECTED']);
  });

  test.each(['filing-endorsed', 'filing-recording', 'filing-fee-settled', 'answer-decided', 'answer-noted'])(
    'is applied once, even when the process dies at %s',
    async (point) => {
      const found = await packed();
      armFailpoints((name) => (name === point ? Promise.reject(new FailpointThrew(name)) : undefined));
      const name = await arrive(written(found, endorsement(newNumber(), now(), { fee: '10.00' })));
      armFailpoints(undefined);
      await imaging.answers.run({ county: 'lake' });
      await later(found.filing);
      expect(await inFolder('done', name)).toHaveLength(1);
      expect(await stateOf(found.filing)).toMatchObject({ state: 'RECORDED' });
      expect(new Set(settledOf(found.filing))).toEqual(new Set([true]));
      expect(await toldOf(found.filing)).toEqual(['SUBMITTED', 'RECORDED']);
    },
  );

  test('is read even if it replaces a file of the same name that is being applied', async () => {
    const [found, second] = [await packed(), await packed()];
    const key = `${FOLDER}/answers/same-name.xml`;
    const [first, next] = [found, second].map((one) => written(one, rejection('No notary')));
    armFailpoints((name) =>
      name === 'answer-decided'
        ? imaging.objects.put(key, Buffer.from(next ?? '')).then(() => undefined)
        : undefined,
    );
    const name = await arrive(first ?? '', 'same-name.xml');
    armFailpoints(undefined);
    const [done = ''] = await inFolder('done', name);
    expect((await imaging.objects.get(done)).toString()).toBe(first);
    await imaging.age(key);
    await imaging.answers.run({ county: 'lake' });
    expect(await stateOf(found.filing)).toMatchObject({ state: 'REJECTED' });
    expect(await stateOf(second.filing)).toMatchObject({ state: 'REJECTED' });
    expect(await inFolder('done', name)).toHaveLength(2);
    expect(await inFolder('answers', name)).toEqual([]);
  });

  test('is read even if the settings of another county cannot be read', async () => {
    const key = 'saipan/exchange/land-system/answers/no-xml.xml';
    await imaging.objects.put(key, Buffer.from('no XML'));
    await imaging.age(key);
    imaging.terms.unreadable = 'lake';
    await expect(imaging.answers.run({})).rejects.toThrow('could not be read');
    expect(await imaging.objects.find(key)).toBeUndefined();
  });

  test('S5 is refused with the reason if it is not XML or has a wrong county, document or time', async () => {
    const found = await packed();
    const body = endorsement(newNumber(), now(), { fee: '10.00' });
    const other = await sent();
    const state = await stateOf(found.filing);
    const cases: [string, string][] = [
      [written(found, body, { county: 'saipan' }), 'another county'],
      [written({ ...found, packageId: randomUUID() }, body), 'is not in this package'],
      [written({ ...found, filing: other.filing }, body), 'is not in this package'],
      [written(found, endorsement(newNumber(), '2020-01-01T08:00:00Z')), 'before the submission'],
      [written(found, body).replace('</RESPONSE_GROUP>', ''), 'XML error'],
    ];
    for (const [xml, told] of cases) {
      const name = await arrive(xml);
      expect(await whyOf(name)).toContain(told);
      expect(await inFolder('refused', name)).toHaveLength(2);
    }
    expect(await stateOf(found.filing)).toMatchObject({ state: state.state, document_number: null });
  });

  test('is refused if it differs from an earlier answer, or if the office has asked for a correction', async () => {
    const found = await packed();
    await arrive(written(found, endorsement(newNumber(), now(), { fee: '10.00' })));
    const changed = await arrive(written(found, endorsement(newNumber(), now())));
    expect(await whyOf(changed)).toContain(
      `The land system has already answered for submission ${found.number} of this package`,
    );
    const asked = await packed();
    await imaging.rpc.call(
      askCorrection,
      { filing: asked.filing, reasons: ['Other'], note: '' },
      { actor: clerk },
    );
    const late = await arrive(written(asked, rejection('No notary')));
    expect(await whyOf(late)).toContain('is no longer with the office');
    expect(await stateOf(asked.filing)).toMatchObject({ state: 'CORRECTION_ASKED' });
  });

  test('S24 is moved to the refused files without being read if it has 10 MB, and the clerk sees why', async () => {
    const bytes = 10 * 1024 * 1024;
    const whole = jest.spyOn(imaging.ownObjects, 'get');
    const name = await arrive(Buffer.alloc(bytes, 32));
    expect(whole.mock.calls).toEqual([]);
    const small = await arrive('no XML');
    expect(whole.mock.calls).toEqual([[`${FOLDER}/answers/${small}`, largestXml]]);
    whole.mockRestore();
    const [kept = ''] = await inFolder('refused', `${name}`);
    expect((await imaging.objects.find(kept))?.size).toBe(bytes);
    const { answers, folder } = await imaging.rpc.callOrThrow(listExchangeAnswers, {}, { actor: clerk });
    expect(folder).toBe(`${FOLDER}/answers`);
    expect(answers.find(({ fileName }) => fileName === name)).toMatchObject({
      refused: true,
      why: ['filings:exchange.tooLarge'],
    });
    expect(await imaging.rpc.call(listExchangeAnswers, {}, { actor: newSender() })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('applies each valid answer even if another one is invalid, and shows the clerk a fee that the sender did not accept', async () => {
    const [found, number] = [await packed(), newNumber()];
    const documents = [
      { filing: found.filing, body: endorsement(number, now(), { fee: '46.00' }) },
      { filing: randomUUID(), body: rejection('No notary') },
    ];
    const name = await arrive(priaAnswer({ county: 'lake', packageId: found.packageId, documents }));
    const told = await whyOf(name);
    expect(told).toContain(
      'The sender accepted a fee of 10.00 and pays this amount, but the land system names a fee of 46.00.',
    );
    expect(told).toContain('Answers in this file that were applied: 1.');
    expect(await stateOf(found.filing)).toMatchObject({ state: 'RECORDED', document_number: number });
  });

  test('shows the clerk every fee that the sender did not accept, even if the first attempt failed in the middle of the file', async () => {
    const [found, second] = [await packed(), await packed()];
    const documents = [found, second].map(({ filing }) => ({
      filing,
      body: endorsement(newNumber(), now(), { fee: '46.00' }),
    }));
    const { packageId } = found;
    const inOne = priaAnswer({ county: 'lake', packageId, documents }).replace(
      `<PRIA_DOCUMENT PRIAVersionIdentifier="2.4.2" _UniqueIdentifier="${second.filing}"`,
      `</PACKAGE><PACKAGE _Identifier="${second.packageId}">$&`,
    );
    let applied = 0;
    armFailpoints((name) =>
      name === 'answer-decided' && (applied += 1) === 2
        ? Promise.reject(new FailpointThrew(name))
        : undefined,
    );
    const name = await arrive(inOne);
    armFailpoints(undefined);
    expect(await inFolder('answers', name)).toHaveLength(1);
    await imaging.answers.run({ county: 'lake' });
    expect(await inFolder('done', name)).toHaveLength(1);
    const { answers } = await imaging.rpc.callOrThrow(listExchangeAnswers, {}, { actor: clerk });
    expect(answers.find(({ fileName }) => fileName === name)?.why).toEqual([
      expect.stringContaining(`number=${found.number}&`),
      expect.stringContaining(`number=${second.number}&`),
    ]);
  });

  test('waits while its sender could still be writing it, while the exchange is off, and while the payments service does not answer', async () => {
    const found = await packed();
    const name = 'fresh.xml';
    await imaging.objects.put(
      `${FOLDER}/answers/${name}`,
      Buffer.from(written(found, rejection('No notary'))),
    );
    await imaging.answers.run({ county: 'lake' });
    expect(await inFolder('answers', name)).toHaveLength(1);
    imaging.terms.exchanges = false;
    await imaging.age(`${FOLDER}/answers/${name}`);
    await imaging.answers.run({ county: 'lake' });
    expect(await inFolder('answers', name)).toHaveLength(1);
    imaging.terms.exchanges = true;
    imaging.fees.beforeSettle = () => Promise.reject(new Error('away'));
    await imaging.answers.run({ county: 'lake' });
    expect(await stateOf(found.filing)).toMatchObject({ state: 'REJECTING' });
    imaging.fees.beforeSettle = () => Promise.resolve();
    await later(found.filing);
    expect(await stateOf(found.filing)).toMatchObject({ state: 'REJECTED' });
    expect(settledOf(found.filing)).toEqual([false]);
  });

  test('is refused while a colleague works on the document, and the refusal names the colleague', async () => {
    const found = await packed();
    const taken = { filing: found.filing, over: true };
    await imaging.rpc.callOrThrow(claimFiling, taken, { actor: colleague });
    const wrongTime = endorsement(newNumber(), '2020-01-01T08:00:00Z');
    for (const body of [endorsement(newNumber(), now()), wrongTime, rejection('No notary')]) {
      const name = await arrive(written(found, body));
      expect(await whyOf(name)).toContain(`clerk.two is working on submission ${found.number}.`);
    }
    expect(await stateOf(found.filing)).toMatchObject({ state: 'IN_REVIEW', claimed_name: 'clerk.two' });
    await imaging.rpc.callOrThrow(releaseFiling, { filing: found.filing }, { actor: colleague });
    const documentNumber = newNumber();
    const again = await arrive(written(found, endorsement(documentNumber, now(), { fee: '10.00' })));
    expect(await inFolder('done', again)).toHaveLength(1);
    expect(await stateOf(found.filing)).toMatchObject({ state: 'RECORDED', document_number: documentNumber });
  });

  test('is refused for a wrong time or for a number that is already taken, and then the submission stays unclaimed', async () => {
    const [found, other] = [await packed(), await packed()];
    const number = newNumber();
    await arrive(written(other, endorsement(number, now(), { fee: '10.00' })));
    await imaging.rpc.callOrThrow(releaseFiling, { filing: found.filing }, { actor: clerk });
    const cases: [string, string][] = [
      [endorsement(newNumber(), '2020-01-01T08:00:00Z'), 'before the submission'],
      [endorsement(number, now()), 'was given to another submission'],
    ];
    for (const [body, told] of cases) {
      expect(await whyOf(await arrive(written(found, body)))).toContain(told);
      expect(await stateOf(found.filing)).toMatchObject({ state: 'SUBMITTED', claimed_by: null });
    }
  });

  test('waits if its recording time is up to five minutes in the future, and is refused if the time is later', async () => {
    const [found, far] = [await packed(), await packed()];
    const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
    const early = await arrive(written(found, endorsement(newNumber(), inMinutes(4), { fee: '10.00' })));
    expect(await inFolder('answers', early)).toHaveLength(1);
    expect(await stateOf(found.filing)).toMatchObject({ state: 'IN_REVIEW' });
    const late = await arrive(written(far, endorsement(newNumber(), inMinutes(7))));
    expect(await whyOf(late)).toContain('in the future');
    ahead = 5 * 60_000;
    await imaging.answers.run({ county: 'lake' });
    expect(await inFolder('done', early)).toHaveLength(1);
    expect(await stateOf(found.filing)).toMatchObject({ state: 'RECORDED' });
  });

  test('is read even if 250 others wait, and many files of one county do not delay another county', async () => {
    const waiting = await packed();
    const wait = written(waiting, endorsement(newNumber(), new Date(Date.now() + 240_000).toISOString()));
    const put = async (key: string, content: string): Promise<void> => {
      await imaging.objects.put(key, Buffer.from(content));
      await imaging.age(key);
    };
    for (let nth = 100; nth < 350; nth += 1) await put(`${FOLDER}/answers/a-waits-${nth}.xml`, wait);
    await put(`${FOLDER}/answers/z-last.xml`, 'no XML');
    // only one run at a time reads the folder, so this run waits for the end of a run that a timer may have begun
    await imaging.answers.run({ county: 'saipan' });
    await put('saipan/exchange/land-system/answers/one.xml', 'no XML');
    const read = jest.spyOn(imaging.ownObjects, 'get');
    await imaging.answers.run({});
    const keys = read.mock.calls.map(([key]) => key);
    expect(keys.indexOf('saipan/exchange/land-system/answers/one.xml')).toBe(1);
    expect(keys).toHaveLength(201);
    await imaging.answers.run({});
    read.mockRestore();
    expect(await inFolder('refused', 'z-last.xml')).toHaveLength(2);
    expect(await inFolder('answers', 'a-waits-')).toHaveLength(250);
    for (const key of await inFolder('answers', 'a-waits-')) await imaging.objects.remove(key);
  });

  test('is reported to the clerk once if it has a wrong name or folder, but not while it is still being sent', async () => {
    const folder = join(imaging.folder, FOLDER, 'answers');
    await mkdir(join(folder, 'sub'), { recursive: true });
    const names = ['Antwort für Lake.xml', 'sub/inside.xml', 'report.pdf', 'sending.xml.part'];
    for (const name of names) await writeFile(join(folder, name), 'x');
    const old = new Date(Date.now() - 2 * 60 * 60_000);
    await utimes(join(folder, 'report.pdf'), old, old);
    await imaging.answers.run({ county: 'lake' });
    await imaging.answers.run({ county: 'lake' });
    const { answers } = await imaging.rpc.callOrThrow(listExchangeAnswers, {}, { actor: clerk });
    const told = answers.filter(({ why }) => why.includes('filings:exchange.wrongName'));
    expect(told.map(({ fileName }) => fileName).sort()).toEqual(names.slice(0, 3).sort());
    for (const name of names) await rm(join(folder, name));
  });
});
