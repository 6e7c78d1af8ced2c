import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { askCorrection, claimFiling, releaseFiling } from '@portal/proto/rpc/efile-queue';
import { clerk, exchangeSteps, written, type SentFiling } from './exchange-steps.js';
import { newNumber } from './filing-steps.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { endorsement, priaAnswer, rejection } from './pria-answers.js';

const nothing = (): Promise<void> => Promise.resolve();

let imaging: ImagingUnderTest;
beforeAll(async () => {
  imaging = await startImaging();
});
afterEach(() => {
  armFailpoints(undefined);
  imaging.terms.beforeOffice = nothing;
});
afterAll(() => imaging.close());

const { packed, sent, make, arrive, inFolder, rowOf, ask } = exchangeSteps(() => imaging);
const recordedAs = (found: SentFiling & { packageId: string }, documentNumber: string): string =>
  written(found, endorsement(documentNumber, new Date().toISOString(), { fee: '10.00' }));
const claim = (filing: string) =>
  imaging.rpc.callOrThrow(claimFiling, { filing, over: false }, { actor: clerk });
const release = (filing: string) => imaging.rpc.callOrThrow(releaseFiling, { filing }, { actor: clerk });

/**
 * Gives a process that does not exist the right to apply the county's answers for an hour, so that nobody applies them.
 */
const giveTurnAway = () =>
  ask(
    `INSERT INTO imaging.exchange_turn VALUES ('lake', gen_random_uuid(), now() + interval '1 hour')
     ON CONFLICT (county_id) DO UPDATE
        SET lease_owner = excluded.lease_owner, lease_until = excluded.lease_until`,
  );
const endTurn = () => ask(`UPDATE imaging.exchange_turn SET lease_until = now() - interval '1 second'`);

/** Runs `work` once, after a document is stamped and before it is recorded. */
function whenStamped(work: () => Promise<unknown>): void {
  armFailpoints((name) => {
    if (name !== 'filing-endorsed') return undefined;
    armFailpoints(undefined);
    return work().then(() => undefined);
  });
}

test('a clerk who claims a submission keeps the claim, even if the portal refuses an answer of the land system at that moment', async () => {
  const [other, found] = [await packed(), await packed()];
  await arrive(recordedAs(other, newNumber()));
  await release(found.filing);
  imaging.terms.beforeOffice = async () => {
    imaging.terms.beforeOffice = nothing;
    await claim(found.filing);
  };
  const number = newNumber();
  whenStamped(() =>
    ask('UPDATE imaging.filing SET document_number = $2 WHERE id = $1', [other.filing, number]),
  );
  const name = await arrive(recordedAs(found, number));
  expect(await inFolder('refused', name)).toHaveLength(2);
  expect(await rowOf(found.filing)).toMatchObject({ state: 'IN_REVIEW', claimed_name: 'clerk.one' });
});

test('an answer of the land system is applied later if a clerk releases the submission while the document is stamped', async () => {
  const found = await packed();
  whenStamped(() => release(found.filing));
  const name = await arrive(recordedAs(found, newNumber()));
  expect(await inFolder('answers', name)).toHaveLength(1);
  await imaging.answers.run({ county: 'lake' });
  expect(await inFolder('done', name)).toHaveLength(1);
  expect(await rowOf(found.filing)).toMatchObject({ state: 'RECORDED' });
});

test('only one process at a time applies the land system’s answers of a county', async () => {
  const second = await imaging.startSecond();
  const found = await packed();
  const seen: unknown[] = [];
  whenStamped(async () => {
    await second.run({ county: 'lake' });
    seen.push((await rowOf(found.filing))['state']);
  });
  const name = await arrive(recordedAs(found, newNumber()));
  expect(seen).toEqual(['IN_REVIEW']);
  expect(await inFolder('done', name)).toHaveLength(1);
  expect(await rowOf(found.filing)).toMatchObject({ state: 'RECORDED' });
});

test('the land system’s answers wait while another process has the right to apply them, and are applied afterwards', async () => {
  const found = await packed();
  await giveTurnAway();
  const name = await arrive(recordedAs(found, newNumber()));
  expect(await inFolder('answers', name)).toHaveLength(1);
  await endTurn();
  await imaging.answers.run({ county: 'lake' });
  expect(await inFolder('done', name)).toHaveLength(1);
});

test('a process that loses the right to apply answers stops in the middle of a file, and the next process applies the rest of the file', async () => {
  const [first, second] = [await sent(), await sent()];
  const made = await make({ from: first.number, to: second.number });
  if (!made.ok) throw new Error(made.code);
  const documents = [first, second].map(({ filing }) => ({ filing, body: rejection('No notary') }));
  armFailpoints((name) => (name === 'answer-decided' ? giveTurnAway().then(() => undefined) : undefined));
  const { packageId } = made.value;
  const name = await arrive(priaAnswer({ county: 'lake', packageId, documents }));
  armFailpoints(undefined);
  expect(await rowOf(first.filing)).toMatchObject({ state: 'REJECTED' });
  expect(await rowOf(second.filing)).toMatchObject({ state: 'IN_REVIEW' });
  expect(await inFolder('answers', name)).toHaveLength(1);
  await endTurn();
  await imaging.answers.run({ county: 'lake' });
  expect(await rowOf(second.filing)).toMatchObject({ state: 'REJECTED' });
  expect(await inFolder('done', name)).toHaveLength(1);
});

test('an answer is refused if a clerk asks the sender for a correction after the answer was checked', async () => {
  const found = await packed();
  imaging.terms.beforeOffice = async () => {
    imaging.terms.beforeOffice = nothing;
    const asked = { filing: found.filing, reasons: ['Other'], note: '' };
    await imaging.rpc.callOrThrow(askCorrection, asked, { actor: clerk });
  };
  const name = await arrive(recordedAs(found, newNumber()));
  expect(await inFolder('done', name)).toEqual([]);
  expect(await rowOf(found.filing)).toMatchObject({ state: 'CORRECTION_ASKED' });
});
