import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, request } from '@playwright/test';

const port = Number(process.env.PORTAL_PORT);
const dataDir = (): string => String(process.env.PORTAL_DATA);
const projectRoot = path.resolve(import.meta.dirname, '../..');

/** Runs an operator's command while the product is running. */
const command = (script: string, ...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, DATA_DIR: dataDir(), PORT: String(port) };
    const file = path.join(projectRoot, 'infra/local', script);
    execFile(process.execPath, [file, ...args], { env }, (error, stdout, stderr) =>
      error ? reject(new Error(stdout + stderr)) : resolve(stdout),
    );
  });

/** A county that an operator just added: its first user has a mailed link and no password yet. */
export interface NewCounty {
  readonly id: string;
  readonly origin: string;
  readonly username: string;
  /** The URL that the mailed link opens. */
  readonly link: string;
}

/** Adds a county with a new id and host. */
export async function addCounty(): Promise<NewCounty> {
  const id = `walk-${randomBytes(4).toString('hex')}`;
  const host = `${id}.localhost`;
  const [username, mail] = ['ann.recorder', `${id}@office.example`];
  const names = ['--name', 'North Shore County', '--first-name', 'Ann', '--last-name', 'Berg'];
  const place = ['--host', host, '--zone', 'America/Chicago', '--state', 'MN'];
  await command('county.mjs', 'add', id, ...names, ...place, '--user', username, '--mail', mail);
  const origin = `http://${host}:${port}`;
  return { id, origin, username, link: await linkTo(mail, origin) };
}

/** Invites a TRIMIN user (one of the provider's people) to a county. The user sets a password through a mailed link. */
export async function inviteProvider({ id, origin }: NewCounty, password: string): Promise<string> {
  const [username, mail] = ['pat.provider', `${id}@provider.example`];
  const names = ['--first-name', 'Pat', '--last-name', 'Moe'];
  await command('county.mjs', 'invite', id, '--user', username, ...names, '--mail', mail);
  await setPassword(await linkTo(mail, origin), password);
  return username;
}

/** Adds a county whose clerk has set a password through the mailed link. */
export async function addCountyWithClerk(password: string): Promise<NewCounty> {
  const county = await addCounty();
  await setPassword(county.link, password);
  return county;
}

async function setPassword(link: string, password: string): Promise<void> {
  const { host, origin } = new URL(link);
  const server = await request.newContext({ extraHTTPHeaders: { host, origin } });
  const data = { ticket: link.split('/').at(-1), password };
  const answer = await server.post(`http://127.0.0.1:${port}/LandShark/api/auth/resetPassword`, { data });
  expect(await answer.json()).toMatchObject({ ok: true });
  await server.dispose();
}

/** Waits for the e-mail and returns the URL of its link. */
async function linkTo(address: string, origin: string): Promise<string> {
  const catcher = `http://127.0.0.1:${port + 2}`;
  const link = new RegExp(`${origin}/LandShark/passwordReset/[\\w-]{43}`);
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const mails = (await (await fetch(`${catcher}/mails.json`)).json()) as { name: string; to: string }[];
    for (const { name } of mails.filter(({ to }) => to.includes(address))) {
      const [found] = link.exec(await (await fetch(`${catcher}/mail/${name}`)).text()) ?? [];
      if (found) return found;
    }
  }
  throw new Error(`no mail to ${address} has a link of the county`);
}

/** The only deed of the bundle that `importDeed` loads. */
export const importedDeed = { type: 'A', number: '1000001', key: 'A1000001' };

/**
 * Imports one deed of the demo, with its scan, into a county, in the same way as an operator imports a county's bundle.
 */
export async function importDeed({ id }: NewCounty): Promise<void> {
  const demo = path.join(dataDir(), 'demo/lake');
  const bundle = mkdtempSync(path.join(tmpdir(), 'walk-'));
  const scan = `images/${importedDeed.key}.tif`;
  const keyed = ['documents.csv', 'parties.csv', 'parcels.csv', 'addresses.csv'];
  const copy = (file: string, begin: string): [string, number] => {
    const [head = '', ...lines] = readFileSync(path.join(demo, file), 'utf8').trimEnd().split('\n');
    const wanted = lines.filter((line) => line.startsWith(begin));
    writeFileSync(path.join(bundle, file), [head, ...wanted, ''].join('\n'));
    return [file, wanted.length];
  };
  try {
    const counts = Object.fromEntries([
      copy('instruments.csv', ''),
      ...keyed.map((file) => copy(file, `${importedDeed.type},${importedDeed.number},`)),
      copy('images.csv', `${importedDeed.key},`),
    ]);
    mkdirSync(path.join(bundle, 'images'));
    copyFileSync(path.join(demo, scan), path.join(bundle, scan));
    const terms = { county: id, format: 1, kind: 'full', name: 'first import', indexBegins: '1890-01-02' };
    const manifest = { ...terms, verifiedThrough: { abstract: '2026-10-30' }, counts };
    writeFileSync(path.join(bundle, 'manifest.json'), JSON.stringify(manifest));
    await command('import.mjs', bundle, '--county', id);
  } finally {
    rmSync(bundle, { recursive: true, force: true });
  }
}
