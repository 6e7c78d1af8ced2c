// Guards between the processes of the product. Without them, a process could do more than its contracts allow.
import { guard } from './guard.mjs';

const rpc = 'infra/src/rpc';
const inRpc = 'infra/test/rpc.spec.ts';
const cache = 'infra/src/session-cache/session-cache.ts';

export default [
  guard(
    'S41',
    'signature-of-commands',
    [
      `${rpc}/frame.ts`,
      'if (given.length !== SIGNATURE_BYTES || !keysOfCaller.some(isSignedWith))',
      'if (given.length !== SIGNATURE_BYTES)',
    ],
    [inRpc, 'S41 is refused and kept as a dead letter'],
  ),
  guard(
    'S41',
    'word-for-persons',
    [
      `${rpc}/permission.ts`,
      "return actor.voucher === undefined ? 'nobody vouches for the actor' : undefined;",
      'return undefined;',
    ],
    [inRpc, 'a service rejects a person for whom the identity service'],
  ),
  guard(
    'S41',
    'proof-of-the-word',
    [
      `${rpc}/voucher.ts`,
      'if (given.length !== MAC_BYTES || !keys.between(VOUCHING, audience, PURPOSE).some(isProofWith))',
      'if (given.length !== MAC_BYTES)',
    ],
    [
      inRpc,
      'a service accepts a voucher of the identity service only if it is unchanged, has the proof for this service',
    ],
  ),
  guard(
    'S47',
    'word-for-views',
    [`${rpc}/voucher.ts`, "${viewing ? 'view ' : ''}", ''],
    ['infra/test/account-views.spec.ts', 'S47 a voucher for an account view is not accepted as a user’s own'],
  ),
  guard(
    'S47',
    'files-in-a-view',
    ['gateway/src/edge/account-view.ts', 'closed.has(url) ||', ''],
    ['gateway/test/account-view.spec.ts', 'S47 in an account view no file can be downloaded'],
  ),
  guard(
    'S47',
    'changes-in-a-view',
    ['gateway/src/edge/account-view.ts', '!(open.has(url) || onlyReads(request))', 'false'],
    ['gateway/test/account-view.spec.ts', 'S47 in an account view only the routes that read data'],
  ),
  guard(
    'S47',
    'staff-in-a-view',
    ['services/identity/src/sessions/account-view.rules.ts', ' || !isStaff(role)) return', ') return'],
    [
      'services/identity/test/account-view.rules.spec.ts',
      'acts as the staff user again when the user is no longer staff',
    ],
  ),
  guard(
    'S47',
    'commands-in-a-view',
    [
      `${rpc}/permission.ts`,
      'if (actor.viewing && contract.inView === undefined)',
      "if (actor.viewing && contract.name === '')",
    ],
    ['infra/test/account-views.spec.ts', 'S47 a command that is not declared for account views is refused'],
  ),
  guard(
    'S47',
    'transactions-in-a-view',
    ['infra/src/db/database.ts', "${onlyReads ? ' READ ONLY' : ''}", ''],
    ['infra/test/account-views.spec.ts', 'S47 PostgreSQL refuses to write'],
  ),
  guard(
    'S41',
    'age-of-the-word',
    [`${rpc}/voucher.ts`, 'if (!(Number(until) > now))', 'if (Number.isNaN(now))'],
    [
      inRpc,
      'a service accepts a voucher of the identity service only if it is unchanged, has the proof for this service',
    ],
  ),
  guard(
    'S41',
    'callers-of-a-contract',
    [`${rpc}/permission.ts`, 'if (!isAmong(contract.callers))', 'if (contract.callers.length > 99)'],
    [inRpc, 'a service sends only the commands whose contract names it'],
  ),
  guard(
    'S41',
    'system-of-a-contract',
    [`${rpc}/permission.ts`, 'return isAmong(contract.system) ?', 'return contract.name ?'],
    [inRpc, 'a process may send a command on its own behalf only under its own name'],
  ),
  guard(
    'S41',
    'own-name-of-the-system',
    [
      `${rpc}/permission.ts`,
      'if (actor.username !== `system:${caller}` || actor.user !== null)',
      'if (!actor.username)',
    ],
    [inRpc, 'a process may send a command on its own behalf only under its own name'],
  ),
  guard(
    'S41',
    'proof-of-session-records',
    [cache, 'if (given.length !== PROOF_BYTES || !this.proofKeys().some(isProofWith)) return undefined;', ''],
    ['infra/test/session-cache.spec.ts', 'S41 a session that another service has written'],
  ),
  guard(
    'S41',
    'token-of-session-records',
    [cache, '.update(`${tokenHash}\\n${said}`)', '.update(said)'],
    ['infra/test/session-cache.spec.ts', 'S41 a record that was copied from another session'],
  ),
  guard(
    'S44',
    'database-secret-of-one-service',
    [
      'infra/local/process-environment.mjs',
      "derive(secret, 'database', name).toString('base64url')",
      "derive(secret, 'database', '').toString('base64url')",
    ],
    ['infra/test/one-service.spec.ts', 'the database accepts the process only for its own two roles'],
  ),
  guard(
    'S44',
    'lanes-of-others-are-not-read',
    [
      'infra/src/redis/users.ts',
      "only(['xadd', 'xlen', 'xpending',",
      "only(['xadd', 'xlen', 'xrange', 'xpending',",
    ],
    ['infra/test/one-service.spec.ts', 'a process reads only its own lanes'],
  ),
];
