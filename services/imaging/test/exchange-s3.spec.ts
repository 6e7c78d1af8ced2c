import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithShared, startS3, type S3Server } from '@portal/infra/testing';
import { listExchangeAnswers, makePackage } from '@portal/proto/rpc/efile-exchange';
import { clerkOf, filingSteps, newNumber, newSender } from './filing-steps.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { endorsement, priaAnswer, rejection } from './pria-answers.js';

const FOLDER = 'lake/exchange/land-system';

describeWithShared('when the folder of answers is on S3', ['tools/s3-server'], (program) => {
  let s3: S3Server;
  let imaging: ImagingUnderTest;
  let ahead = 60_000;
  beforeAll(async () => {
    s3 = await startS3(program);
    // this clock is a minute ahead, so that a file counts as complete as soon as it is put
    const clock = { now: () => new Date(Date.now() + ahead) };
    imaging = await startImaging({ storage: s3.storage, clock });
  }, 400_000);
  afterAll(async () => {
    await imaging.close();
    await s3.close();
  });

  const clerk = clerkOf('clerk.one');
  const { sent, rowOf } = filingSteps(() => imaging);
  const packed = async () => {
    const { filing } = await sent(newSender());
    const asked = { filing, from: null, to: null };
    return { filing, ...(await imaging.rpc.callOrThrow(makePackage, asked, { actor: clerk })) };
  };
  const put = (name: string, content: string | Buffer) =>
    imaging.objects.put(`${FOLDER}/answers/${name}`, Buffer.from(content));
  const inFolder = async (folder: string): Promise<string[]> => {
    const names: string[] = [];
    for await (const key of imaging.objects.list(`${FOLDER}/${folder}/`))
      names.push(key.slice(key.lastIndexOf('/') + 1).replace(/^\d{4}-\d\d-\d\dT\d+Z-/, ''));
    return names.sort();
  };

  test('each answer file of the land system is applied or refused and then moved to another folder; unfinished files stay', async () => {
    const [recorded, returned] = [await packed(), await packed()];
    const at = new Date(Date.now() + 60_000).toISOString();
    const answer = ({ filing, packageId }: { filing: string; packageId: string }, body: string): string =>
      priaAnswer({ county: 'lake', packageId, documents: [{ filing, body }] });
    await put('recorded.xml', answer(recorded, endorsement(newNumber(), at, { fee: '10.00' })));
    await put('returned.xml', answer(returned, rejection('No notary')));
    await put('large.xml', Buffer.alloc(1_500_000, 32));
    await put('empty.xml', '');
    await put('sending.xml.part', 'half');
    await imaging.answers.run({ county: 'lake' });
    await imaging.answers.run({ county: 'lake' });
    expect(await rowOf(recorded.filing)).toMatchObject({ state: 'RECORDED' });
    expect(await rowOf(returned.filing)).toMatchObject({ state: 'REJECTED', reasons: ['No notary'] });
    expect(await inFolder('answers')).toEqual(['sending.xml.part']);
    expect(await inFolder('done')).toEqual(['recorded.xml', 'returned.xml']);
    const refused = ['empty.xml', 'empty.xml.txt', 'large.xml', 'large.xml.txt'];
    expect(await inFolder('refused')).toEqual(refused);
    const { answers } = await imaging.rpc.callOrThrow(listExchangeAnswers, {}, { actor: clerk });
    expect(answers.map(({ fileName }) => fileName).sort()).toEqual(['empty.xml', 'large.xml']);
  });

  test('applied and refused answers of the land system are removed after a year, and unfinished files stay', async () => {
    ahead = 366 * 24 * 60 * 60_000;
    await imaging.retention.run({ county: 'lake' });
    await imaging.retention.run({ county: 'lake' });
    for (const folder of ['done', 'refused']) expect(await inFolder(folder)).toEqual([]);
    expect(await inFolder('answers')).toEqual(['sending.xml.part']);
  });
});
