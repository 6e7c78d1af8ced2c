import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = path.resolve(import.meta.dirname, '../../local/identity-provider.mjs');

/** A real OpenID provider in a separate process (infra/local/identity-provider.mjs). */
export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Requests a fault or another special behavior: `try/fault?fault=nonce`. */
  ask(address: string): Promise<string>;
  /**
   * Signs somebody in as a browser does, with any password.
   * @param jar the browser's cookies of the identity provider; `signIn` adds new ones
   * @returns the URL of the portal to which the identity provider sends the browser
   */
  signIn(address: string, name: string, jar?: Map<string, string>): Promise<URL>;
  close(): Promise<void>;
}

/**
 * @param portals origins of portals to which the identity provider may send people back
 * @param port by default a free one
 */
export async function startTestProvider(portals: readonly string[], port = 0): Promise<TestProvider> {
  const args = ['--port', String(port), ...portals.flatMap((portal) => ['--portal', portal])];
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const told = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the provider ended with ${code}`)));
  });
  const known = JSON.parse(told) as Pick<TestProvider, 'issuer' | 'clientId' | 'clientSecret'>;
  return {
    ...known,
    ask: async (address) => (await fetch(`${known.issuer}/${address}`)).text(),
    signIn: (address, name, jar = new Map<string, string>()) => walk(known.issuer, address, name, jar),
    close: async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Follows the identity provider's pages until it sends the browser elsewhere. */
async function walk(issuer: string, from: string, name: string, jar: Map<string, string>): Promise<URL> {
  let address = new URL(from);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step += 1) {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(key);
      else jar.set(key, value);
    }
    form = undefined;
    const location = answer.headers.get('location');
    if (location !== null) {
      address = new URL(location, address);
      if (address.origin !== issuer) return address;
      continue;
    }
    const page = await answer.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) throw new Error(`no form at ${address.href}: ${page.slice(0, 500)}`);
    address = new URL(action.replaceAll('&amp;', '&'), address);
    form = new URLSearchParams({ prompt: 'login', login: name, password: 'any' });
  }
  throw new Error('the provider never sent the browser back');
}
