// Users who sign in over HTTP. The gateway limits the requests of one user per minute, so a load needs many users.
import { request } from 'node:http';
import { needsOf, readConfig } from '@portal/infra/config';
import { RpcClient, systemActor } from '@portal/infra/rpc';
import { saveUser } from '@portal/proto/rpc/identity';
import { environmentOf } from '../local/process-environment.mjs';
import { demoId, demoPassword } from '../local/demo/sign-ins.mjs';

/**
 * @param {{ path: string, body?: object, cookie?: string, from?: string, host?: string, method?: string }} o `from`:
 * the client address, which the product believes when it trusts this process as a proxy; `host`: the county's host
 * @returns {Promise<{ status: number, headers: object, body: Buffer }>}
 */
export function ask(
  port,
  { path, body, cookie, from, host = 'localhost', method = body === undefined ? 'GET' : 'POST' },
) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    host: `${host}:${port}`,
    'content-type': 'application/json',
    ...(cookie && { cookie }),
    ...(from && { 'x-forwarded-for': from }),
  };
  headers['content-length'] = Buffer.byteLength(text);
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path: `/LandShark/api/${path}`, method, headers },
      (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

/** Sends a request that must succeed. @returns the content of the answer */
export async function askWell(port, question) {
  const { status, body } = await ask(port, question);
  const envelope = JSON.parse(body.toString());
  if (status !== 200 || !envelope.ok) throw new Error(`${question.path}: ${status} ${envelope.message}`);
  return envelope.content;
}

/** @returns the session cookie */
export async function signIn(port, username, host) {
  const { headers, body } = await ask(port, {
    ...(host && { host }),
    path: 'auth/login',
    body: { username, password: demoPassword },
  });
  const [line] = headers['set-cookie'] ?? [];
  if (!line) throw new Error(`${username} could not sign in: ${body}`);
  return line.split(';')[0];
}

/** Cookies of `count` signed-in users of the invoice account. */
export async function signInMany({ port, environment }, count) {
  const {
    redisUrl,
    redisNamespace: namespace,
    keys,
    sealingPublicKey,
  } = readConfig(environmentOf(environment, 'launcher'), needsOf('launcher'));
  const rpc = new RpcClient({ caller: 'launcher', redisUrl, namespace, keys, sealingPublicKey });
  await rpc.ready();
  const actor = systemActor('lake', 'launcher');
  const cookies = [];
  try {
    for (let nth = 1; nth <= count; nth += 1) {
      const username = `bench.user${nth}`;
      await rpc.callOrThrow(saveUser, newUser(username), { actor });
      cookies.push(await signIn(port, username));
    }
  } finally {
    await rpc.onApplicationShutdown();
  }
  return cookies;
}

const newUser = (username) => ({
  id: demoId('lake', 'user', username),
  username,
  password: demoPassword,
  firstName: 'Bench',
  lastName: 'User',
  email: `${username}@lake.example`,
  role: 'USER',
  status: 'A',
  language: 'ENGLISH',
  account: demoId('lake', 'account', 'invoice'),
});
