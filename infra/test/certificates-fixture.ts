import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { describe } from '@jest/globals';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Tests that need certificates; without openssl they are skipped and say so. */
export const describeWithOpenssl = (title: string, tests: () => void): void =>
  hasOpenssl
    ? describe(title, tests)
    : describe.skip(`openssl is not there, so no certificate can be made: ${title}`, tests);

/**
 * Makes two certificate authorities (`trusted.crt`, `other.crt`). The first one signs a certificate for 127.0.0.1
 * (`server.key`, `server.crt`).
 */
export function makeCertificates(folder: string): void {
  const openssl = (...args: string[]): unknown =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const curve = ['-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  for (const name of ['trusted', 'other'])
    openssl(
      ...['req', '-x509', '-newkey', 'ec', ...curve, '-nodes', '-subj', `/CN=${name}`],
      ...['-keyout', `${name}.key`, '-out', `${name}.crt`],
    );
  openssl('genpkey', '-algorithm', 'EC', ...curve, '-out', 'server.key');
  openssl(
    ...[
      'req',
      '-x509',
      '-key',
      'server.key',
      '-subj',
      '/CN=server',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
    ],
    ...['-CA', 'trusted.crt', '-CAkey', 'trusted.key', '-out', 'server.crt'],
  );
}

const usual = tls.getCACertificates('default');

/** Makes clients of this process also trust an authority of the folder, as NODE_EXTRA_CA_CERTS would. */
export const trust = (folder: string, authority: string): void =>
  tls.setDefaultCACertificates([...usual, readFileSync(join(folder, `${authority}.crt`), 'utf8')]);

export const trustAsUsual = (): void => tls.setDefaultCACertificates(usual);
