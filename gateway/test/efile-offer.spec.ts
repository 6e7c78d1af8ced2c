import { expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import type { CountySections } from '@portal/infra/county-config';
import type { RpcClient } from '@portal/infra/rpc';
import { testActor } from '@portal/infra/testing';
import { EfileController } from '../src/http/efile.controller.js';
import type { FilingUploads } from '../src/http/filing-uploads.js';
import type { UsageBalance } from '../src/session/usage-balance.js';
import type { Visit } from '../src/session/visit.js';

const visit = { county: { id: 'lake' }, session: { actor: testActor() } } as unknown as Visit;

const offerOf = async (over: object) => {
  const efile = {
    ...{ efile: true, efileCountyNote: 'Deeds only.', acknowledgement: true },
    ...{ acknowledgementStatement: 'I may file this.', ...over },
  };
  const sections = { get: () => Promise.resolve(efile) } as unknown as CountySections;
  const unused = [{} as FilingUploads, {} as UsageBalance] as const;
  const answer = await new EfileController({} as RpcClient, new Catalogue(), sections, ...unused).offer(
    visit,
  );
  return answer.ok ? answer.value : answer.code;
};

test("B10-03 B2-55 the county's statement is included only where users must tick that they accept it", async () => {
  expect(await offerOf({})).toEqual({ countyNote: 'Deeds only.', statement: 'I may file this.' });
  expect(await offerOf({ acknowledgement: false })).toEqual({ countyNote: 'Deeds only.', statement: '' });
  expect(await offerOf({ efile: false })).toBe('NOT_FOUND');
});
