import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { fail } from '@portal/proto/result';
import { claimFiling } from '@portal/proto/rpc/efile-queue';
import type { Held } from '../src/efile/filing-fees.js';
import { clerkOf, filingSteps, newSender } from './filing-steps.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';

let imaging: ImagingUnderTest;
beforeAll(async () => {
  imaging = await startImaging();
});
beforeEach(() => {
  imaging.fees.beforeHold = () => Promise.resolve(undefined);
});
afterAll(() => imaging.close());

const { ask, priced, sent, submit, rowOf, makeDue } = filingSteps(() => imaging);
const stateOf = async (filing: string): Promise<unknown> => (await rowOf(filing))['state'];
const claim = (filing: string) =>
  imaging.rpc.call(claimFiling, { filing, over: false }, { actor: clerkOf('ruth') });

/** Lets the first request for the fee wait while `meanwhile` runs. All later requests for the fee are refused. */
const delayFirst = (meanwhile: () => Promise<unknown>): void => {
  let asked = 0;
  imaging.fees.beforeHold = async () => {
    if ((asked += 1) > 1) return fail('INSUFFICIENT_FUNDS');
    await meanwhile();
    return undefined;
  };
};

describe('a correction that two processes send at once, and that one of them gives up after a refusal', () => {
  const begin = async () => {
    const actor = newSender();
    const { filing: earlier } = await sent(actor);
    await ask(`UPDATE imaging.filing SET state = 'CORRECTION_ASKED', decided_at = now() WHERE id = $1`, [
      earlier,
    ]);
    return { actor, earlier, correction: await priced(actor, { over: { corrects: earlier } }) };
  };

  test('is not sent after a clerk has claimed the filing that it corrects', async () => {
    const { actor, earlier, correction } = await begin();
    const claims: unknown[] = [];
    delayFirst(async () => {
      await makeDue(correction);
      await imaging.completer.run({ county: 'lake' });
      claims.push(await claim(earlier));
    });
    const answer = await submit(actor, correction, { corrects: earlier });
    expect(claims).toMatchObject([{ ok: true }]);
    expect(answer).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect([await stateOf(earlier), await stateOf(correction)]).toEqual(['IN_REVIEW', 'PRICED']);
    expect(imaging.fees.held).not.toContain(correction);
  });

  test('is sent if the sender sends it again before the other process learns of the refusal', async () => {
    const { actor, earlier, correction } = await begin();
    const send = () => submit(actor, correction, { corrects: earlier });
    const [arrived, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const answers: (() => Promise<Held | undefined>)[] = [
      async () => {
        arrived.resolve();
        await goOn.promise;
        return undefined;
      },
      () => Promise.resolve(fail('INSUFFICIENT_FUNDS')),
      async () => {
        goOn.resolve();
        expect(await late).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
        return undefined;
      },
    ];
    imaging.fees.beforeHold = () => answers.shift()?.() ?? Promise.resolve(undefined);
    const late = send();
    await arrived.promise;
    expect(await send()).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(await send()).toMatchObject({ ok: true });
    expect([await stateOf(earlier), await stateOf(correction)]).toEqual(['WITHDRAWN', 'SUBMITTED']);
  });
});
