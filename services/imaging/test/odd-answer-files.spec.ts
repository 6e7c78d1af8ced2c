import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { exchangeSteps, FOLDER, written } from './exchange-steps.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { rejection } from './pria-answers.js';

let imaging: ImagingUnderTest;
/** Milliseconds by which the service's clock is ahead. */
let ahead = 0;
beforeAll(async () => {
  imaging = await startImaging({ clock: { now: () => new Date(Date.now() + ahead) } });
});
afterAll(() => imaging.close());

const { packed, inFolder, rowOf: stateOf } = exchangeSteps(() => imaging);

test('an answer whose file date is in the future is read after it has stayed unchanged for five seconds', async () => {
  const found = await packed();
  const name = 'from-tomorrow.xml';
  const path = join(imaging.folder, FOLDER, 'answers', name);
  await mkdir(join(imaging.folder, FOLDER, 'answers'), { recursive: true });
  const tomorrow = new Date(Date.now() + 86_400_000);
  const send = async (content: string): Promise<void> => {
    await writeFile(path, content);
    await utimes(path, tomorrow, tomorrow);
    await imaging.answers.run({ county: 'lake' });
  };
  const whole = written(found, rejection('No notary'));
  await send(whole.slice(0, 200));
  ahead = 6_000;
  await send(whole);
  expect(await inFolder('answers', name)).toHaveLength(1);
  ahead = 12_000;
  await imaging.answers.run({ county: 'lake' });
  expect(await inFolder('done', name)).toHaveLength(1);
  expect(await stateOf(found.filing)).toMatchObject({ state: 'REJECTED' });
});

test('a symbolic link that replaces an answer file after the file was listed is not followed', async () => {
  const key = `${FOLDER}/answers/link.xml`;
  const secret = join(imaging.folder, 'saipan', 'efile', 'secret.xml');
  await mkdir(join(imaging.folder, 'saipan', 'efile'), { recursive: true });
  await writeFile(secret, 'of another county');
  await imaging.objects.put(key, Buffer.from('no XML'));
  await imaging.age(key);
  await imaging.age('saipan/efile/secret.xml');
  let isReplaced = false;
  const found = jest.spyOn(imaging.ownObjects, 'find').mockImplementationOnce(async (asked) => {
    await rm(join(imaging.folder, key));
    await symlink(secret, join(imaging.folder, key));
    isReplaced = true;
    found.mockRestore();
    return imaging.ownObjects.find(asked);
  });
  await imaging.answers.run({ county: 'lake' });
  expect(isReplaced).toBe(true);
  expect(await inFolder('refused', 'link.xml')).toEqual([]);
  await rm(join(imaging.folder, key));
});

test('an answer that grows beyond the limit after it was listed is not read, and is refused later', async () => {
  const key = `${FOLDER}/answers/growing.xml`;
  await imaging.objects.put(key, Buffer.from('short'));
  await imaging.age(key);
  const path = join(imaging.folder, key);
  const get = jest.spyOn(imaging.ownObjects, 'get').mockImplementationOnce(async (asked, most) => {
    await truncate(path, 1_500_000);
    get.mockRestore();
    return imaging.ownObjects.get(asked, most);
  });
  await imaging.answers.run({ county: 'lake' });
  expect(await inFolder('answers', 'growing.xml')).toEqual([key]);
  await imaging.age(key);
  await imaging.answers.run({ county: 'lake' });
  expect(await inFolder('answers', 'growing.xml')).toEqual([]);
  expect(await inFolder('refused', 'growing.xml')).toHaveLength(2);
});

test('a named pipe among the answer files counts as a missing file, and reading it does not block', async () => {
  const path = join(imaging.folder, FOLDER, 'answers', 'pipe.xml');
  execFileSync('mkfifo', [path]);
  expect(await imaging.objects.find(`${FOLDER}/answers/pipe.xml`)).toBeUndefined();
  await expect(imaging.objects.get(`${FOLDER}/answers/pipe.xml`)).rejects.toThrow('pipe.xml');
});
