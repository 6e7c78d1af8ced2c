// Guards of the migrations from LandShark One: the roles that may start them, the hosts that they may reach, and the
// rows that must stay.
import { guard } from './guard.mjs';

const folder = 'services/identity/src/ls1-migrations';
const accounts = 'services/identity/test/ls1-accounts-users.spec.ts';
const source = 'services/identity/test/ls1-source.spec.ts';

export default [
  guard(
    'S9',
    'ls1-is-for-the-provider',
    [`${folder}/ls1-migration.service.ts`, "role === 'TRIMIN' && user !== null", 'true'],
    [accounts, 'S9 can be started only by TRIMIN users'],
  ),
  guard(
    'S27',
    'ls1-hosts-inside-are-refused',
    [`${folder}/host.guard.ts`, '!this.refused.check(ip, familyOf(ip))', 'true'],
    [source, 'is refused in an internal network, whether it is given by IP address or by name'],
  ),
  guard(
    'S27',
    'ls1-password-is-encrypted',
    [
      `${folder}/former-databases.ts`,
      'return this.vault.seal(migration, Buffer.from(password));',
      'return password;',
    ],
    [accounts, 'S27 stores the password of LS1 nowhere as clear text'],
  ),
  guard(
    'S27',
    'ls1-keeps-accounts-that-paid',
    [
      `${folder}/accounts-users.exchange.ts`,
      "if (await this.money.isThere(place.county)) throw new MigrationFailed('COUNTY_HAS_MONEY');",
      '',
    ],
    [accounts, 'S27 does not replace the accounts of a county whose users have paid'],
  ),
];
