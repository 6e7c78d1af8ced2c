// Guards of the sign-in at a county's identity provider.
import { guard } from './guard.mjs';

const provider = 'services/identity/src/provider-sign-in';
const tests = 'services/identity/test/provider-sign-in.spec.ts';

export default [
  guard(
    'S12',
    'logout-token-counts-once',
    [
      `${provider}/provider-logout.service.ts`,
      "if (await this.visits.isLogoutUsed(county, token)) return fail('LOGOUT_TOKEN_INVALID');",
    ],
    [tests, 'S12 ends every session of the person and no other'],
  ),
  guard(
    'S16',
    'code-of-its-own-browser',
    [`${provider}/provider.repository.ts`, 'AND browser_hash = $2', "AND $2 <> ''"],
    [tests, 'S16 is refused in another browser'],
  ),
  guard(
    'S27',
    'provider-at-public-address',
    [
      `${provider}/provider-address.rules.ts`,
      "return protocol === 'https:' && !this.closed.check(address, familyOf(address));",
      "return protocol === 'https:';",
    ],
    ['services/identity/test/provider.rules.spec.ts', ' if the operator allows no internal network'],
  ),
  guard(
    'S38',
    'proof-of-the-same-person',
    [`${provider}/provider-arrival.ts`, 'user === actor.user', 'true'],
    [tests, 'S38 cannot come from another person'],
  ),
];
