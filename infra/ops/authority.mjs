// Certificates that expire in seconds, for drills.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fakeTime } from './fake-time.mjs';

const DAY_S = 86_400;

/** A certificate authority for the servers of a drill. Its certificates are valid for 127.0.0.1. */
export class Authority {
  /**
   * @param {string} folder for the keys and certificates; this folder must not exist yet
   * @param {{ uid?: number, gid?: number }} [account] the Unix user who owns the server's key; the user of this process
   * by default
   */
  constructor(folder, account = {}) {
    Object.assign(this, { folder, account, root: path.join(folder, 'root.crt') });
    mkdirSync(folder);
    const key = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      'root.key',
    ];
    this.#openssl(['req', '-x509', ...key, '-out', 'root.crt', '-subj', '/CN=Drill']);
    this.#openssl(['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'server.key']);
    this.#give('server.key');
  }

  /**
   * @param {number} seconds the time until the certificate expires. openssl accepts only whole days, so openssl runs
   * with a clock that is behind.
   */
  certify(seconds) {
    const name = ['-subj', '/CN=database', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1'];
    const signed = ['-CA', 'root.crt', '-CAkey', 'root.key', '-key', 'server.key', '-out', 'server.crt'];
    this.#openssl(['req', '-x509', ...name, ...signed], { ...fakeTime(), FAKETIME: `-${DAY_S - seconds}s` });
    this.#give('server.crt');
    return { key: path.join(this.folder, 'server.key'), certificate: path.join(this.folder, 'server.crt') };
  }

  #openssl(args, more = {}) {
    execFileSync('openssl', args, { cwd: this.folder, stdio: 'pipe', env: { ...process.env, ...more } });
  }

  #give(file) {
    const { uid, gid } = this.account;
    chmodSync(path.join(this.folder, file), 0o600);
    if (uid !== undefined) chownSync(path.join(this.folder, file), uid, gid);
  }
}
