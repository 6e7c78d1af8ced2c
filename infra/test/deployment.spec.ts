import { createPrivateKey, createPublicKey } from 'node:crypto';
import {
  globSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allNeeds, needsOf, readConfig, type Need } from '@portal/infra/config';
import { sealText, TextOpener } from '@portal/infra/sealing';
import { deploymentEnvironment } from '../local/deployment.mjs';
import { environmentOf } from '../local/process-environment.mjs';
import { writeSecrets } from '../local/secrets-command.mjs';

const services = readdirSync('services').sort();
const processes = ['gateway', ...services];
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const compose = readFileSync('docker-compose.yml', 'utf8');

let folder: string;
const filesOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(folder, name)).map((file) => [file, readFileSync(join(folder, name, file), 'utf8')]),
  );
/** The variables that Compose and Kubernetes give a process: each names the file of a secret. */
const asFiles = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.keys(filesOf(name))
      .filter((file) => /^[A-Z]/.test(file))
      .map((file) => [`${file}_FILE`, join(folder, name, file)]),
  );
/** For each need of a process, the variables that Compose adds: addresses and names, but no secrets. */
const places: Partial<Record<Need, Record<string, string>>> = {
  database: { DATABASE_URL: 'postgres://postgres:5432/portal' },
  storage: { S3_ENDPOINT: 'http://s3:7070', S3_BUCKET: 'portal' },
  cards: { CARD_PROVIDER: 'authorizenet', PAYMENT_ORIGIN: 'https://accept.authorize.net' },
};
const placesOf = (needs: readonly Need[]): Record<string, string> =>
  Object.assign({}, ...needs.map((need) => places[need]));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deployment-'));
  writeSecrets([folder], { SMTP_URL: 'smtp://mail.example:25' });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the secrets of a deployment', () => {
  test.each(processes)('S44 are enough for %s, which can sign only under its own name', (name) => {
    const config = readConfig({ ...placesOf(needsOf(name)), ...asFiles(name) }, needsOf(name));
    for (const other of processes) expect([other, config.keys.holds(other)]).toEqual([other, other === name]);
  });

  test('S44 differ for each process, and the operator’s secret is only in the operator’s folder', () => {
    const master = filesOf('operator').OPERATOR_SECRET;
    for (const name of readdirSync(folder).filter((one) => one !== 'operator')) {
      expect(Object.values(filesOf(name))).not.toContain(master);
      expect(filesOf(name)).not.toHaveProperty('DATABASE_ADMIN_URL');
    }
    for (const secret of ['RPC_KEY', 'DATABASE_SECRET', 'REDIS_URL']) {
      const held = processes.map((name) => filesOf(name)[secret]).filter((value) => value !== undefined);
      expect(new Set(held).size).toBe(held.length);
    }
  });

  test('are the same as those that the operator’s commands derive', async () => {
    const environment = await deploymentEnvironment({ ...placesOf(allNeeds), ...asFiles('operator') });
    for (const name of processes) {
      const derived: Record<string, string> = environmentOf(environment, name);
      const { SMTP_URL: _, ...files } = filesOf(name);
      for (const [key, value] of Object.entries(files))
        if (/^[A-Z]/.test(key)) expect([name, key, derived[key]]).toEqual([name, key, value]);
    }
  });

  test('stay the same when they are written again, and keep what the operator filled in', () => {
    const other = mkdtempSync(join(tmpdir(), 'deployment-'));
    writeSecrets([other], { SMTP_URL: 'smtp://mail.example:25' });
    const filledIn = ['payments/card-merchants.json', 'identity/provider-secrets.json'];
    for (const file of filledIn) writeFileSync(join(other, file), '{"lake":{}}');
    const all = (): Record<string, string> =>
      Object.fromEntries(
        globSync('*/*', { cwd: other }).map((file) => [file, readFileSync(join(other, file), 'utf8')]),
      );
    const before = all();
    writeSecrets([other], {});
    expect(all()).toEqual(before);
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([...filledIn, 'operator/OPERATOR_SECRET', 'identity/SMTP_URL']),
    );
    expect(filledIn.map((file) => before[file])).toEqual(['{"lake":{}}', '{"lake":{}}']);
    rmSync(other, { recursive: true });
  });

  test('contain the server addresses that the operator gave, even after a second run that gives none', () => {
    const other = mkdtempSync(join(tmpdir(), 'deployment-'));
    const REDIS_URL = 'rediss://default:of-the-cloud@redis.example:6380';
    writeSecrets([other], { REDIS_URL });
    writeSecrets([other], {});
    expect(readFileSync(join(other, 'operator/REDIS_URL'), 'utf8')).toBe(REDIS_URL);
    expect(readFileSync(join(other, 'search/REDIS_URL'), 'utf8')).toMatch(
      /^rediss:..search:.*@redis.example:6380$/,
    );
    rmSync(other, { recursive: true });
  });

  test('include a new cache password and a new object-store key for each process that needs them', () => {
    const other = mkdtempSync(join(tmpdir(), 'deployment-'));
    writeSecrets([other], {});
    const given = {
      CACHE_REDIS_URL: 'redis://default:of-the-cloud@cache.example:6379',
      S3_SECRET_KEY: 'a new key of the store',
    };
    for (const [file, text] of Object.entries(given)) {
      rmSync(join(other, 'operator', file));
      writeFileSync(join(other, 'operator', file), `${text}\n`);
    }
    writeSecrets([other], {});
    const holders = (file: string, text: string): string[] =>
      globSync(`*/${file}`, { cwd: other })
        .filter((found) => readFileSync(join(other, found), 'utf8') === text)
        .map((found) => found.split('/')[0] ?? '')
        .sort();
    expect(holders('CACHE_REDIS_URL', given.CACHE_REDIS_URL)).toEqual(['operator', 'search']);
    const storing = processes.filter((name) => needsOf(name).includes('storage'));
    expect(holders('S3_SECRET_KEY', given.S3_SECRET_KEY)).toEqual([...storing, 'operator'].sort());
    expect(holders('secret_key', given.S3_SECRET_KEY)).toEqual(['s3']);
    const guide = readFileSync('deploy/RUNBOOKS.md', 'utf8').replace(/\s+/g, ' ');
    expect(guide).toContain(`docker compose restart s3 ${storing.sort().join(' ')}`);
    rmSync(other, { recursive: true });
  });

  test('S32 list a new card key before the previous key, and the previous key still opens what was sealed for it', () => {
    const other = mkdtempSync(join(tmpdir(), 'deployment-'));
    const own = (file: string): string => readFileSync(join(other, file), 'utf8');
    const opener = () =>
      new TextOpener(
        own('payments/CARD_SEALING_KEYS')
          .split(',')
          .map((key) => createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' })),
      );
    const sealed = () =>
      sealText(
        createPublicKey({
          key: Buffer.from(own('gateway/CARD_SEALING_PUBLIC_KEY'), 'base64'),
          ...{ format: 'der', type: 'spki' },
        }),
        'card keys',
        'a key',
      );
    writeSecrets([other], {});
    const before = sealed();
    expect(opener().isCurrent(before)).toBe(true);
    writeSecrets([other, '--new-card-key'], {});
    writeSecrets([other], {});
    expect([opener().isCurrent(before), opener().open('card keys', before)]).toEqual([false, 'a key']);
    expect(opener().isCurrent(sealed())).toBe(true);
    writeSecrets([other, '--new-card-key'], {});
    expect(opener().open('card keys', before)).toBeUndefined();
    rmSync(other, { recursive: true });
  });

  test('are closed to other Unix users of the machine', () => {
    const other = mkdtempSync(join(tmpdir(), 'deployment-'));
    chmodSync(other, 0o755);
    for (const place of [other, join(other, 'new')]) {
      writeSecrets([place], {});
      expect(statSync(place).mode & 0o777).toBe(0o700);
    }
    rmSync(other, { recursive: true });
  });

  test('are written even if no mail server is set, with a message that names the missing file', () => {
    const other = mkdtempSync(join(tmpdir(), 'deployment-'));
    expect(writeSecrets([other], {}).join('\n')).toContain('identity/SMTP_URL is missing');
    rmSync(other, { recursive: true });
  });
});

test('the error about the operator’s environment lists every missing and every wrong variable at once', async () => {
  await expect(deploymentEnvironment({ OPERATOR_SECRET: 'short' })).rejects.toThrow(
    /OPERATOR_SECRET must be.*DATABASE_ADMIN_URL is missing.*REDIS_URL is missing/s,
  );
  await expect(deploymentEnvironment({ OPERATOR_SECRET_FILE: '/nowhere' })).rejects.toThrow(
    'OPERATOR_SECRET_FILE names a file that cannot be read (ENOENT)',
  );
});

/** The lines of an image in the Dockerfile. */
const stageOf = (name: string): string =>
  new RegExp(`^FROM runtime AS ${name}\\n(?:[^#F].*\\n)*`, 'm').exec(dockerfile)?.[0] ?? '';

describe('the container images', () => {
  test('install and run every service, each in an image of its own', () => {
    for (const name of services) {
      expect(dockerfile).toContain(`COPY services/${name}/package.json services/${name}/`);
      expect(dockerfile).toContain(`--workspace=services/${name}`);
      expect(dockerfile).toContain(`FROM runtime AS ${name}\nCOPY --from=build /output/${name} ./`);
    }
  });

  test.each(['PROVIDER_SECRETS_FILE', 'PROVIDER_NETWORKS', 'LS1_HOSTS', 'CARD_CREDENTIALS_FILE'])(
    'get %s from Compose and from the chart',
    (name) => {
      expect(compose).toMatch(new RegExp(`^ {6}${name}: `, 'm'));
      expect(readFileSync('deploy/helm/templates/_helpers.tpl', 'utf8')).toContain(
        `{ name: ${name}, value: `,
      );
    },
  );

  test('get the files that the operator fills in, and `portal secrets` does not change those files', () => {
    for (const file of ['payments/card-merchants.json', 'identity/provider-secrets.json']) {
      chmodSync(join(folder, file), 0o644);
      writeFileSync(join(folder, file), '{"lake":{}}');
      writeSecrets([folder], {});
      expect(readFileSync(join(folder, file), 'utf8')).toBe('{"lake":{}}');
      expect(`${compose}${readFileSync('deploy/helm/templates/_helpers.tpl', 'utf8')}`).toContain(
        `/run/secrets/${file.split('/')[1]}`,
      );
    }
  });

  test('S24 contain a shell if their process uses a shell to limit another process', () => {
    const withShell = services.filter((name) =>
      globSync(`services/${name}/src/**/*.ts`).some((file) =>
        readFileSync(file, 'utf8').includes("'/bin/sh'"),
      ),
    );
    expect(withShell).toEqual(['imaging']);
    for (const name of withShell)
      expect(stageOf(name)).toContain('COPY --from=system /tools/bin/sh /bin/sh\n');
  });

  test('are started by Compose with only their own folder of secrets, and without privileges', () => {
    for (const name of processes) {
      const [block = ''] = new RegExp(`^ {2}${name}:\\n(?: {4}.*\\n)+`, 'm').exec(compose) ?? [];
      expect(block).toContain('<<: *process');
      expect(block).toContain(`target: ${name} }`);
      expect(block).toContain(`./deploy/secrets/${name}:/run/secrets:ro`);
      expect(block.match(/deploy\/secrets\//g)).toHaveLength(1);
    }
  });
});
