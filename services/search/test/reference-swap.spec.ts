import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { searchTypes } from '@portal/proto/http/search-types';
import { asked, byTwo, ReferenceCounty, sameAnswer, type Drawn } from './reference-county.js';
import { SearchUnderTest } from './search-under-test.js';
import { seededRandom } from './seeded-random.js';
import type { PlainAnswer } from './plain-searches.js';

/** `npm run reference -- swap` asks 10,000 times. */
const amount = Number(process.env['REFERENCE_SWAP_SEARCHES'] ?? 900);
const documents = 1_500;

let search: SearchUnderTest;
let counties: readonly [ReferenceCounty, ReferenceCounty];
beforeAll(async () => {
  counties = [await ReferenceCounty.open(documents, 1), await ReferenceCounty.open(documents, 2)];
  search = await SearchUnderTest.start();
  await ReferenceCounty.learnSounds(search.tables.adminUrl, counties);
  await search.importFolder(counties[0].folder);
}, 240_000);
afterAll(() => search.close());

/** A question and what each of the two indexes answers. */
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

test('every answer during full imports is wholly of the old index or wholly of the new one, and none fails', async () => {
  const list = questions();
  let isAsking = true;
  let imports = 0;
  const importing = (async () => {
    for (; isAsking; imports += 1)
      await search.importFolder(counties[(imports + 1) % 2 === 0 ? 0 : 1].folder);
  })();
  const tally = { old: 0, new: 0, same: 0, mixed: [] as Drawn[] };
  await byTwo(list, async ({ drawn, answers: [one, two] }) => {
    const got = await asked(search, drawn);
    if (sameAnswer(one, two) && sameAnswer(one, got)) tally.same += 1;
    else if (sameAnswer(got, one)) tally.old += 1;
    else if (sameAnswer(got, two)) tally.new += 1;
    else tally.mixed.push(drawn);
  }).finally(() => {
    isAsking = false;
  });
  await importing;
  if (amount >= 10_000)
    process.stdout.write(`${amount} searches during ${imports} imports: ${JSON.stringify(tally)}\n`);
  expect(tally.mixed.slice(0, 3)).toEqual([]);
  expect(imports).toBeGreaterThan(1);
  // both indexes answered, else nothing was proved
  expect(Math.min(tally.old, tally.new)).toBeGreaterThan(amount / 20);
}, 1_800_000);
