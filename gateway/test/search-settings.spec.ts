import { expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import type { CountySections } from '@portal/infra/county-config';
import type { RpcClient } from '@portal/infra/rpc';
import { testActor } from '@portal/infra/testing';
import { fail, ok, type Result } from '@portal/proto/result';
import { resetPageAccess } from '@portal/proto/rpc/account-manager';
import { saveSection } from '@portal/proto/rpc/admin-config';
import type { Contract } from '@portal/proto/rpc/contract';
import { CountyConfigController } from '../src/http/county-config.controller.js';
import type { Visit } from '../src/session/visit.js';

const visit = { county: { id: 'lake' }, session: { actor: testActor() } } as unknown as Visit;

/** Returns the controller with services that give these answers; `sent` lists its commands in order. */
const opened = (answers: { save?: Result<unknown>; reset?: Result<unknown> } = {}) => {
  const sent: [string, unknown][] = [];
  const rpc = {
    call(contract: Contract, input: unknown) {
      sent.push([contract.name, input]);
      const { save = ok({ name: 'search', version: 4, value: {} }), reset = ok({ accounts: 2 }) } = answers;
      return Promise.resolve(contract === saveSection ? save : reset);
    },
  } as unknown as RpcClient;
  const sections = { expect: () => undefined } as unknown as CountySections;
  const controller = new CountyConfigController(rpc, sections);
  const save = async (body: object, section = 'search') => {
    const answer = await controller.save(section, { version: 3, value: {}, ...body }, visit);
    if (!answer.ok) return { code: answer.code };
    const { content, message } = answer.value;
    return { content, message: new Catalogue().text('ENGLISH', message) };
  };
  return { sent, save };
};
const [SAVE, RESET] = [saveSection.name, resetPageAccess.name];

test('C5-06 saving the settings page Search 1 with the option to update users saves the section, then updates the users', async () => {
  const { sent, save } = opened();
  expect(await save({ updateUsers: true })).toMatchObject({
    message: 'Settings and Users updated',
    content: { version: 4, usersUpdated: true },
  });
  expect(sent).toEqual([
    [SAVE, { name: 'search', version: 3, value: {}, reason: '' }],
    [RESET, {}],
  ]);
});

test('C5-07 C5-11 saving the settings page Search 1 without the option to update users saves only the section', async () => {
  for (const body of [{}, { updateUsers: false }]) {
    const { sent, save } = opened();
    expect(await save(body)).toMatchObject({ message: 'Settings updated' });
    expect(sent.map(([name]) => name)).toEqual([SAVE]);
  }
});

test('if the settings page Search 1 cannot be saved, no users are updated', async () => {
  const { sent, save } = opened({ save: fail('CONFLICT') });
  expect(await save({ updateUsers: true })).toEqual({ code: 'CONFLICT' });
  expect(sent.map(([name]) => name)).toEqual([SAVE]);
});

test('if the update of users fails, the answer reports the failure and has the saved section', async () => {
  const { save } = opened({ reset: fail('SERVICE_UNAVAILABLE') });
  expect(await save({ updateUsers: true })).toMatchObject({
    message:
      'The settings are updated, but some users are not updated yet. Press Submit or Save and Update again.',
    content: { version: 4, usersUpdated: false },
  });
});

test('saving a settings page other than Search 1 never updates users', async () => {
  const { sent, save } = opened();
  expect(await save({ updateUsers: true }, 'common')).toMatchObject({ message: 'The settings are saved.' });
  expect(sent.map(([name]) => name)).toEqual([SAVE]);
});
