import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { searchTypes } from '@portal/proto/http/search-types';
import { asked, ReferenceCounty, sameAnswer, type Drawn } from './reference-county.js';
import { SearchUnderTest } from './search-under-test.js';
import { seededRandom } from './seeded-random.js';
import type { PlainAnswer } from './plain-searches.js';

/** The number of searches; `npm run reference -- swap` sets it to 10,000. */
const amount = Number(process.env['REFERENCE_SWAP_SEARCHES'] ?? 300);
const documents = 500;
const FEWEST_IMPORTS = 2;

let search: SearchUnderTest;
let counties: readonly [ReferenceCounty, ReferenceCounty];
beforeAll(async () => {
  counties = [await ReferenceCounty.open(documents, 1), await ReferenceCounty.open(documents, 2)];
  search = await SearchUnderTest.start();
  await ReferenceCounty.learnSounds(search.tables.adminUrl, counties);
  await search.importFolder(counties[0].folder);
}, 240_000);
afterAll(() => search.close());

/** A search and the answers of the two indexes. */
interface Question {
  readonly drawn: Drawn;
  readonly answers: readonly [PlainAnswer, PlainAnswer];
}

const questions = (): Question[] => {
  const random = seededRandom(1_215);
  const each = Math.ceil(amount / searchTypes.length / 2);
  const drawn = counties.flatMap((county) => searchTypes.flatMap((type) => county.draw(type, each, random)));
  return Array.from({ length: amount }, () => {
    const one = random.pick(drawn);
    return { drawn: one, answers: [counties[0].expected(one), counties[1].expected(one)] };
  });
};

test('every answer during full imports comes completely from the old index or completely from the new one, and none fails', async () => {
  const list = questions();
  const tally = { asked: 0, old: 0, new: 0, same: 0, mixed: [] as Drawn[] };
  let imports = 0;
  let isOver = false;
  // continues, however slow the machine is, until all searches have run and both indexes have been live
  const goesOn = (): boolean => !isOver && (tally.asked < amount || imports < FEWEST_IMPORTS);
  const importing = (async () => {
    for (; goesOn(); imports += 1)
      await search.importFolder(counties[(imports + 1) % 2 === 0 ? 0 : 1].folder);
  })();
  const count = (drawn: Drawn, got: PlainAnswer, [one, two]: Question['answers']): void => {
    if (sameAnswer(one, two) && sameAnswer(one, got)) tally.same += 1;
    else if (sameAnswer(got, one)) tally.old += 1;
    else if (sameAnswer(got, two)) tally.new += 1;
    else tally.mixed.push(drawn);
  };
  const asking = [1, 2].map(async () => {
    while (goesOn()) {
      const { drawn, answers } = list[tally.asked % list.length] as Question;
      tally.asked += 1;
      count(drawn, await asked(search, drawn), answers);
    }
  });
  const ends = [importing, ...asking].map((work) => work.finally(() => (isOver = true)));
  for (const end of await Promise.allSettled(ends)) expect(end).toMatchObject({ status: 'fulfilled' });
  if (amount >= 10_000)
    process.stdout.write(`${amount} searches during ${imports} imports: ${JSON.stringify(tally)}\n`);
  expect(tally.mixed.slice(0, 3)).toEqual([]);
  // the test proves something only if both indexes have answered
  expect(Math.min(tally.old, tally.new)).toBeGreaterThan(0);
}, 1_800_000);
