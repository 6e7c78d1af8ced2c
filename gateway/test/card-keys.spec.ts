import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { RpcClient } from '@portal/infra/rpc';
import { TextOpener } from '@portal/infra/sealing';
import { testActor } from '@portal/infra/testing';
import { cardKeysOf } from '@portal/proto/http/card-keys';
import { ok } from '@portal/proto/result';
import { Refusal } from '../src/answers/refusal.js';
import { CardKeysController, trialsPerMinute } from '../src/http/card-keys.controller.js';
import type { Visit } from '../src/session/visit.js';

const pair = generateKeyPairSync('x25519');
const typed = {
  merchant: 'north-7',
  loginId: ' north-login ',
  transactionKey: 'north transaction key',
  signatureKey: 'north signature key',
};

/** Returns the controller and the commands that it sends. */
const opened = (config: { cardSealingPublicKey?: typeof pair.publicKey }) => {
  const sent: object[] = [];
  const rpc = {
    call: (_: unknown, input: object) => {
      sent.push(input);
      return Promise.resolve(ok({ waits: false }));
    },
  };
  const controller = new CardKeysController(rpc as unknown as RpcClient, config);
  return { controller, sent };
};
const actor = testActor({ role: 'COUNTY' });
const { county } = actor;
const visit = { session: { actor } } as unknown as Visit;

test('S32 card keys leave the gateway encrypted for the payments service and bound to the county', async () => {
  const { controller, sent } = opened({ cardSealingPublicKey: pair.publicKey });
  await controller.save(typed, visit);
  expect(sent).toHaveLength(1);
  const [command] = sent as [{ sealed: string }];
  expect(Object.keys(command)).toEqual(['sealed']);
  for (const text of ['north-login', typed.transactionKey, typed.signatureKey])
    for (const form of ['utf8', 'base64url', 'hex'] as const)
      expect(command.sealed).not.toContain(Buffer.from(text).toString(form));
  const opener = new TextOpener([generateKeyPairSync('x25519').privateKey, pair.privateKey]);
  expect(opener.open(cardKeysOf('saipan'), command.sealed)).toBeUndefined();
  expect(JSON.parse(opener.open(cardKeysOf(county), command.sealed) ?? '')).toEqual({
    ...typed,
    loginId: 'north-login',
  });
  expect(opener.isCurrent(command.sealed)).toBe(false);
  expect(new TextOpener([pair.privateKey]).isCurrent(command.sealed)).toBe(true);
  const cut = `${command.sealed.slice(0, -2)}${command.sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  expect(opener.open(cardKeysOf(county), cut)).toBeUndefined();
});

test('S32 a gateway without an encryption key does not send card keys, and the error does not repeat the typed text', async () => {
  const { controller, sent } = opened({});
  expect(await controller.save(typed, visit)).toEqual({ ok: false, code: 'CARD_KEYS_NOT_OFFERED' });
  const wrong = controller.save({ ...typed, loginId: '', transactionKey: 'x'.repeat(201) }, visit);
  const refusal = await wrong.catch((thrown: unknown) => thrown);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(JSON.stringify(refusal)).not.toContain('xxx');
  expect(sent).toEqual([]);
});

test('S32 a county may ask the card provider about keys only a few times a minute', async () => {
  const { controller, sent } = opened({ cardSealingPublicKey: pair.publicKey });
  for (let time = 0; time < trialsPerMinute; time += 1)
    await (time % 2 === 0 ? controller.check(visit) : controller.save(typed, visit));
  const refusals = await Promise.all(
    [controller.check(visit), controller.save(typed, visit)].map((answer) =>
      answer.catch((thrown: unknown) => thrown),
    ),
  );
  for (const refusal of refusals)
    expect((refusal as Refusal).failure).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(sent).toHaveLength(trialsPerMinute);
  const elsewhere = {
    session: { actor: testActor({ role: 'COUNTY', county: 'saipan' }) },
  } as unknown as Visit;
  await controller.check(elsewhere);
  expect(sent).toHaveLength(trialsPerMinute + 1);
});
