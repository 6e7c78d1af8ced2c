import { randomUUID } from 'node:crypto';
import { testActor } from '@portal/infra/testing';
import { filingUploadKey } from '@portal/proto/efile';
import type { EfileForm } from '@portal/proto/http/efile';
import type { Actor } from '@portal/proto/rpc/actor';
import { submitFiling, takeFiling } from '@portal/proto/rpc/efile';
import { pdfOf } from './filing-files.js';
import type { ImagingUnderTest } from './imaging-under-test.js';

/** A form as a sender fills it in. */
export const form: EfileForm = {
  ...{ efileType: 'LR', name: 'Ada Olson', email: 'ada@split-rock.example', address1: '210 Harbor Street' },
  ...{ address2: '', city: 'Two Harbors', state: 'MN', zip: '55616', acknowledged: false, corrects: null },
};
export const newSender = (over: Partial<Actor> = {}): Actor =>
  testActor({ user: randomUUID(), account: randomUUID(), ...over });
export const clerkOf = (username: string, over: Partial<Actor> = {}): Actor =>
  testActor({ user: randomUUID(), account: null, role: 'COUNTY', username, ...over });

let lastNumber = 0;
/** A document number that no other filing has. */
export const newNumber = (): string => `A${Date.now()}${(lastNumber += 1)}`;

/** The document that is sent unless a test says otherwise: two pages. */
export const deed = pdfOf(2);

interface Uploaded {
  /** Default: a PDF of two pages. */
  readonly file?: Buffer;
  readonly declared?: string;
  readonly over?: Partial<EfileForm>;
}
type Row = Record<string, unknown>;

/** Steps and checks that the tests of filings share; `started` returns the running service. */
export const filingSteps = (started: () => ImagingUnderTest) => {
  const ask = <R extends object>(statement: string, params: unknown[] = []): Promise<R[]> =>
    started().database.asAdmin<R>(statement, params);

  const take = async (actor: Actor, { file, declared = 'application/pdf', over }: Uploaded = {}) => {
    const upload = randomUUID();
    await started().objects.put(filingUploadKey('lake', upload), file ?? (await deed));
    const asked = { upload, declared, fileName: 'deed.pdf', form: { ...form, ...over } };
    return started().rpc.call(takeFiling, asked, { actor });
  };
  const priced = async (actor: Actor, uploaded: Uploaded = {}): Promise<string> => {
    const taken = await take(actor, uploaded);
    if (!taken.ok) throw new Error(taken.code);
    return taken.value.filing;
  };
  const submit = (actor: Actor, filing: string, over: Partial<EfileForm> = {}) =>
    started().rpc.call(submitFiling, { filing, form: { ...form, ...over } }, { actor });

  return {
    ask,
    take,
    priced,
    submit,
    /** Sends a document to the office. @returns its id and its number */
    async sent(actor: Actor, uploaded: Uploaded = {}): Promise<{ filing: string; number: number }> {
      const filing = await priced(actor, uploaded);
      const answer = await submit(actor, filing, uploaded.over);
      if (!answer.ok) throw new Error(answer.code);
      return { filing, number: answer.value.number };
    },
    /** The row of a filing; an empty object if there is none. */
    rowOf: async (filing: string): Promise<Row> =>
      (await ask<Row>('SELECT * FROM imaging.filing WHERE id = $1', [filing]))[0] ?? {},
    /** The states of a filing that were reported to other services, in order. */
    toldOf: async (filing: string): Promise<string[]> =>
      (
        await ask<{ state: string }>(
          `SELECT payload->>'state' AS state FROM imaging.outbox
            WHERE type = 'imaging.filing-changed.v1' AND aggregate = $1 ORDER BY sequence`,
          [`filing:${filing}`],
        )
      ).map(({ state }) => state),
    /** For each settlement of the filing's fee: true if the fee was taken. */
    settledOf: (filing: string): boolean[] =>
      started()
        .fees.settled.filter(([id]) => id === filing)
        .map(([, taken]) => taken),
    /** Makes a filing due, so that the next run of the job continues it. */
    makeDue: (filing: string) =>
      ask(
        `UPDATE imaging.filing SET next_try_at = now() - interval '1 second'
          WHERE id = $1 AND next_try_at IS NOT NULL`,
        [filing],
      ),
  };
};
