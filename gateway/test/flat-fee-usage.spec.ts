import { expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import type { CountySections } from '@portal/infra/county-config';
import type { RpcClient } from '@portal/infra/rpc';
import { testActor } from '@portal/infra/testing';
import { ok } from '@portal/proto/result';
import { openManagedAccount } from '@portal/proto/rpc/account-manager';
import type { Contract } from '@portal/proto/rpc/contract';
import { listAccountFunds, overrideBalance } from '@portal/proto/rpc/payments';
import { AccountAccessController } from '../src/http/account-access.controller.js';
import type { Visit } from '../src/session/visit.js';

const visit = {
  county: { id: 'lake' },
  session: { actor: testActor({ role: 'COUNTY' }) },
} as unknown as Visit;
const account = '7d9f6c1e-0000-4000-8000-0000000000a1';

/**
 * Returns a controller for a flat-fee account in a county that has these rights switched on or off; `sent` lists the
 * commands that the controller sends.
 */
const opened = (rights: { countyAdminReload: boolean; accountAdminReload: boolean }) => {
  const sent: string[] = [];
  const answers = new Map<string, unknown>([
    [openManagedAccount.name, { name: 'North Title', accountType: 'FLAT_FEE' }],
    [listAccountFunds.name, [{ images: { posted: 3, unlimited: false } }]],
    [overrideBalance.name, { available: 10 }],
  ]);
  const rpc = {
    call(contract: Contract) {
      sent.push(contract.name);
      return Promise.resolve(ok(answers.get(contract.name)));
    },
  } as unknown as RpcClient;
  const sections = { get: () => Promise.resolve({ ...rights, rates: [] }) } as unknown as CountySections;
  return { sent, controller: new AccountAccessController(rpc, sections, new Catalogue()) };
};

test('C2-52 C2-09 staff can set the image balance of an account if countyAdminReload is on; accountAdminReload is not enough', async () => {
  const body = { id: account, imagesRemaining: 10, key: '7d9f6c1e-0000-4000-8000-0000000000b2' };
  for (const [countyAdminReload, accountAdminReload] of [
    [true, false],
    [false, true],
  ] as const) {
    const { sent, controller } = opened({ countyAdminReload, accountAdminReload });
    const answer = await controller.reload(account, body, visit);
    expect(answer.ok || answer.code).toBe(countyAdminReload || 'NOT_FOUND');
    expect(sent.includes(overrideBalance.name)).toBe(countyAdminReload);
  }
});
