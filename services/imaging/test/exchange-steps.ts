import type { Actor } from '@portal/proto/rpc/actor';
import { makePackage } from '@portal/proto/rpc/efile-exchange';
import { clerkOf, filingSteps, newSender } from './filing-steps.js';
import type { ImagingUnderTest } from './imaging-under-test.js';
import { priaAnswer, type Written } from './pria-answers.js';

export const FOLDER = 'lake/exchange/land-system';
export const clerk = clerkOf('clerk.one');

export interface SentFiling {
  readonly filing: string;
  readonly number: number;
  readonly sender: Actor;
}

/** An answer about one document. */
export const written = (
  { packageId, filing }: { packageId: string; filing: string },
  body: string,
  over: Partial<Written> = {},
): string => priaAnswer({ county: 'lake', packageId, documents: [{ filing, body }], ...over });

/** Steps and checks that the tests of the exchange share; `started` returns the running service. */
export const exchangeSteps = (started: () => ImagingUnderTest) => {
  const steps = filingSteps(started);
  let files = 0;

  const sent = async (): Promise<SentFiling> => {
    const sender = newSender();
    return { ...(await steps.sent(sender, { over: { name: 'Ada "A&B" <Olson>' } })), sender };
  };
  const make = (input: { filing?: string; from?: number; to?: number }, actor = clerk) =>
    started().rpc.call(makePackage, { filing: null, from: null, to: null, ...input }, { actor });
  /** The keys of a file in one of the folders. */
  const inFolder = async (folder: string, name: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const key of started().objects.list(`${FOLDER}/${folder}/`))
      if (key.includes(name)) found.push(key);
    return found.sort();
  };

  return {
    ...steps,
    sent,
    make,
    inFolder,
    /** A submission that is in a package of the clerk. */
    async packed(): Promise<SentFiling & { packageId: string }> {
      const found = await sent();
      const made = await make({ filing: found.filing });
      if (!made.ok) throw new Error(made.code);
      return { ...found, packageId: made.value.packageId };
    },
    /** Makes the filing due, and runs the job that continues filings whose process has died. */
    async later(filing: string): Promise<void> {
      await steps.makeDue(filing);
      await started().completer.run({ county: 'lake' });
    },
    /** Puts a file, dated a minute ago, into the land system's folder of answers, and reads the folder. */
    async arrive(content: string | Buffer, name = `answer-${(files += 1)}.xml`): Promise<string> {
      await started().objects.put(`${FOLDER}/answers/${name}`, Buffer.from(content));
      await started().age(`${FOLDER}/answers/${name}`);
      await started().answers.run({ county: 'lake' });
      return name;
    },
    /** The message beside a refused file; empty if there is none. */
    async whyOf(name: string): Promise<string> {
      const text = (await inFolder('refused', name)).find((key) => key.endsWith('.txt'));
      return text === undefined ? '' : (await started().objects.get(text)).toString();
    },
  };
};
