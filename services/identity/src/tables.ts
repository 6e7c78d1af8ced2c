import { AccountRow } from './accounts/account.entity.js';
import { LetterRow } from './letters/letter.entity.js';
import { AccountsUsersSessions202611211700 } from './migrations/202611211700-accounts-users-sessions.js';
import { RegistrationRecoveryProfile202611212000 } from './migrations/202611212000-registration-recovery-profile.js';
import { UserReload202611212300 } from './migrations/202611212300-user-reload.js';
import { DisputedRegistrations202611212340 } from './migrations/202611212340-disputed-registrations.js';
import { SecondFactor202611220010 } from './migrations/202611220010-second-factor.js';
import { ConfirmedAddresses202611222140 } from './migrations/202611222140-confirmed-addresses.js';
import { ProvedSessions202611222200 } from './migrations/202611222200-proved-sessions.js';
import { RecoveryCodeRow, SecondFactorRow } from './second-factor/second-factor.entity.js';
import { SessionRow } from './sessions/session.entity.js';
import { LoginAttemptRow } from './login-attempts/login-attempt.entity.js';
import { TicketRow } from './tickets/ticket.entity.js';
import { CredentialRow } from './users/credential.entity.js';
import { UserRow } from './users/user.entity.js';
import { FactRepair202611222205 } from './migrations/202611222205-fact-repair.js';
import { LetterUser202611222315 } from './migrations/202611222315-letter-user.js';
import { FormerUsers202611230150 } from './migrations/202611230150-former-users.js';
import { ManagedAccounts202611230400 } from './migrations/202611230400-managed-accounts.js';
import { Tallies202611230410 } from './migrations/202611230410-tallies.js';
import { FormerAccounts202611230720 } from './migrations/202611230720-former-accounts.js';
import { FormerAccountRow } from './accounts/former-account.entity.js';
import { TallyRow } from './tallies/tally.entity.js';
import { FilingLetters202611230730 } from './migrations/202611230730-filing-letters.js';
import { OfficeLetters202611230510 } from './migrations/202611230510-office-letters.js';
import { OwnSearches202611230530 } from './migrations/202611230530-own-searches.js';
import { UserPurges202611230735 } from './migrations/202611230735-user-purges.js';
import { FormerUserRow } from './user-manager/former-user.entity.js';
import { LookUpKeys202611230110 } from './migrations/202611230110-look-up-keys.js';
import { FundsLetters202611230745 } from './migrations/202611230745-funds-letters.js';
import { Ls1Migrations202611231040 } from './migrations/202611231040-ls1-migrations.js';
import { AccountTasks202611230740 } from './migrations/202611230740-account-tasks.js';
import { ReportLetters202611240015 } from './migrations/202611240015-report-letters.js';
import { CardMerchantLetters202611240905 } from './migrations/202611240905-card-merchant-letters.js';
import { SetAccess202611250210 } from './migrations/202611250210-set-access.js';
import { FormerLandLink202611280130 } from './migrations/202611280130-former-landlink.js';
import { AttemptsOfUsers202611290240 } from './migrations/202611290240-attempts-of-users.js';
import { AccountViews202611290400 } from './migrations/202611290400-account-views.js';
import { LastSaves202611290420 } from './migrations/202611290420-last-saves.js';
import { LastLetters202611290511 } from './migrations/202611290511-last-letters.js';
import { LettersOfNotes202611291400 } from './migrations/202611291400-letters-of-notes.js';
import { WaitingNotes202611291401 } from './migrations/202611291401-waiting-notes.js';
import { LostValues202611291402 } from './migrations/202611291402-lost-values.js';
import { Savers202611290510 } from './migrations/202611290510-savers.js';
import { UserOrders202611290300 } from './migrations/202611290300-user-orders.js';
import { ProviderSignIn202611231130 } from './migrations/202611231130-provider-sign-in.js';
import { ProviderSessions202611231131 } from './migrations/202611231131-provider-sessions.js';
import {
  ProviderLogoutRow,
  ProviderUserRow,
  ProviderVisitRow,
} from './provider-sign-in/provider.entities.js';

export const serviceName = 'identity';

export const migrations = [
  AccountsUsersSessions202611211700,
  RegistrationRecoveryProfile202611212000,
  UserReload202611212300,
  DisputedRegistrations202611212340,
  SecondFactor202611220010,
  ConfirmedAddresses202611222140,
  ProvedSessions202611222200,
  FactRepair202611222205,
  LetterUser202611222315,
  LookUpKeys202611230110,
  FormerUsers202611230150,
  ManagedAccounts202611230400,
  Tallies202611230410,
  OfficeLetters202611230510,
  OwnSearches202611230530,
  FormerAccounts202611230720,
  UserPurges202611230735,
  AccountTasks202611230740,
  FundsLetters202611230745,
  FilingLetters202611230730,
  Ls1Migrations202611231040,
  ProviderSignIn202611231130,
  ProviderSessions202611231131,
  ReportLetters202611240015,
  CardMerchantLetters202611240905,
  SetAccess202611250210,
  FormerLandLink202611280130,
  AttemptsOfUsers202611290240,
  UserOrders202611290300,
  AccountViews202611290400,
  LastSaves202611290420,
  Savers202611290510,
  LastLetters202611290511,
  LettersOfNotes202611291400,
  WaitingNotes202611291401,
  LostValues202611291402,
];

export const tables = {
  service: serviceName,
  entities: [
    ...[AccountRow, UserRow, CredentialRow, SecondFactorRow, RecoveryCodeRow],
    ...[SessionRow, LoginAttemptRow, TicketRow, LetterRow, FormerUserRow, TallyRow, FormerAccountRow],
    ...[ProviderUserRow, ProviderVisitRow, ProviderLogoutRow],
  ],
  migrations,
};
