import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addUser, codeOf, startStack, valueOf, visitor, type Stack } from './stack.js';
import { hashToken } from '@portal/infra/session-cache';
import { openSession } from '@portal/proto/rpc/identity';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test('the right password opens a session', async () => {
  await addUser(stack);
  const { token, session } = valueOf(await stack.signIn({ username: 'JANE.doe' }));
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(session.user.username).toBe('jane.doe');
  expect(await stack.value(openSession, { tokenHash: hashToken(token) }, visitor())).toMatchObject({
    user: { username: 'jane.doe' },
  });
});
