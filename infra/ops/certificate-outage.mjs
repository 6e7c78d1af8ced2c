// A drill in which the certificate of a server expires under load and is renewed. The server is behind a `TlsFront`.
import path from 'node:path';
import tls from 'node:tls';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Authority } from './authority.mjs';
import { outage } from './drill.mjs';
import { TlsFront } from './tls-front.mjs';

const DAY_S = 86_400;
const LEFT_S = 15;
/**
 * How many answers the drill waits for after the certificate has expired: first over older connections, then after
 * these connections are closed.
 */
const [KEPT, WITHOUT] = [60, 40];

/**
 * Puts a server behind TLS, and makes this process and the product's processes trust its authority.
 * @param {number} port of the server
 * @returns {Promise<number>} the port with TLS
 */
export async function putBehindTls(stage, port) {
  stage.front = new TlsFront(port);
  stage.atEnd(() => stage.front.close());
  return stage.front.open(stage.authority.certify(DAY_S));
}

/**
 * @param {object} o what `outage` takes, without `fail` and `mend`
 * @param {(stage: object) => Promise<object>} [o.servers] the addresses and variables of the servers
 */
export const certificateOutage = ({ servers = async () => ({}), ...o }) =>
  outage({
    ...o,
    part: 'a valid certificate',
    mostAfterMs: 5_000,
    servers: async (stage) => {
      stage.authority = new Authority(path.join(stage.folder, 'tls'));
      trust(stage.authority);
      const given = await servers(stage);
      return { ...given, more: { ...given.more, NODE_EXTRA_CA_CERTS: stage.authority.root } };
    },
    fail,
    mend: async ({ authority, front }) => front.use(authority.certify(DAY_S)),
    look: async ({ keptRefused }) => ({
      rows: [[`refused of the first ${KEPT} after the end, on connections from before`, String(keptRefused)]],
      broken: [],
    }),
  });

async function fail(stage) {
  stage.front.use(stage.authority.certify(LEFT_S));
  await sleep((LEFT_S + 1) * 1_000);
  const failed = stage.day.answers.failed.length;
  await stage.answered(KEPT);
  stage.keptRefused = stage.day.answers.failed.length - failed;
  stage.say('the certificate has ended; all connections end');
  stage.front.endConnections();
  await stage.answered(WITHOUT);
}

const trust = ({ root }) =>
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(root, 'utf8')]);
