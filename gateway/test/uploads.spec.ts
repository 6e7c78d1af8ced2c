import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { RpcClient } from '@portal/infra/rpc';
import { StoreAway, type ObjectStore } from '@portal/infra/storage';
import { testActor } from '@portal/infra/testing';
import { fail, ok, type Result } from '@portal/proto/result';
import type { FastifyRequest } from 'fastify';
import { FilingUploads } from '../src/http/filing-uploads.js';
import { PictureUploads } from '../src/http/picture-uploads.js';

/** Returns a service that gives this answer, and a store that accepts uploads but cannot remove them. */
const givenAnswer = (answer: Result<unknown>) => {
  const store = {
    put: async (_key: string, body: Buffer | Readable) => {
      if (body instanceof Readable) for await (const chunk of body) void chunk;
    },
    remove: () => Promise.reject(new StoreAway('gone')),
  } as unknown as ObjectStore;
  const rpc = { call: () => Promise.resolve(answer) } as unknown as RpcClient;
  return [rpc, store] as const;
};

const sender = {
  ...{ name: 'Ann Berg', email: 'ann.berg@example.test', address1: '1 Main Street' },
  ...{ city: 'Lake', state: 'MN', zip: '55001' },
};
const form = [
  '--cut\r\ncontent-disposition: form-data; name="image"; filename="deed.pdf"',
  'content-type: application/pdf\r\n\r\n%PDF-1.7\r\n--cut',
  `content-disposition: form-data; name="json"\r\n\r\n${JSON.stringify(sender)}\r\n--cut--\r\n`,
].join('\r\n');
const filing = (): FastifyRequest =>
  ({
    raw: Readable.from([Buffer.from(form)]),
    headers: { 'content-type': 'multipart/form-data; boundary=cut' },
    routeOptions: { config: { filing: true } },
  }) as unknown as FastifyRequest;

test.each([ok({ name: 'a.webp' }), fail('PICTURE_KIND')])(
  'the answer %j about an uploaded picture arrives even if the temporary object cannot be removed',
  async (answer) => {
    const uploads = new PictureUploads(...givenAnswer(answer));
    expect(await uploads.keep(testActor({ role: 'COUNTY' }), 'logo', Buffer.from('x'))).toEqual(answer);
  },
);

test('the answer about an uploaded document arrives even if the temporary object cannot be removed', async () => {
  const answer = ok({ filing: 'f1' });
  const uploads = new FilingUploads(...givenAnswer(answer));
  expect(await uploads.take(testActor(), filing())).toEqual(answer);
});
