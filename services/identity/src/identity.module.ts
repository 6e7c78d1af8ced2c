import { Module } from '@nestjs/common';
import { CountyConfigModule } from '@portal/infra/county-config';
import { DatabaseModule } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { Catalogue } from '@portal/infra/catalogue';
import { JobsModule } from '@portal/infra/jobs';
import { MailModule } from '@portal/infra/mail';
import { RpcModule } from '@portal/infra/rpc';
import { SessionCacheModule } from '@portal/infra/session-cache';
import { StorageModule } from '@portal/infra/storage';
import { AccountManagerHandlers } from './account-manager/account-manager.handlers.js';
import { AccountMailService } from './account-manager/account-mail.service.js';
import { AccountManagerService } from './account-manager/account-manager.service.js';
import { AccountSignInsService } from './account-manager/account-sign-ins.service.js';
import { AccountTasksConsumer } from './account-manager/account-tasks.consumer.js';
import { AccountManagerWriter } from './account-manager/account-manager.writer.js';
import { AccountRemoval } from './account-manager/account-removal.js';
import { AccountRemovalRepository } from './account-manager/account-removal.repository.js';
import { AccountRemover } from './account-manager/account-remover.js';
import { PageAccessReset } from './account-manager/page-access.reset.js';
import { ManagedAccountRepository } from './account-manager/managed-account.repository.js';
import { AccountHandlers } from './office/account.handlers.js';
import { AccountRepository } from './accounts/account.repository.js';
import { AccountService } from './office/account.service.js';
import { CodeListHandlers } from './code-lists/code-list.handlers.js';
import { CodeListRepository } from './code-lists/code-list.repository.js';
import { CodeListService } from './code-lists/code-list.service.js';
import { CountyDoorReader } from './letters/county-door.js';
import { LetterBox } from './letters/letter-box.js';
import { LetterComposer } from './letter-writing/letter.composer.js';
import { LetterPost } from './letter-writing/letter.post.js';
import { LetterSender } from './letter-writing/letter.sender.js';
import { LetterRepository } from './letters/letter.repository.js';
import { CardMerchantLetters } from './letters/card-merchant-letters.js';
import { FundsLetters } from './letters/funds-letters.js';
import { FilingLetters } from './letters/filing-letters.js';
import { OfficeLetters } from './letters/office-letters.js';
import { ReportLetters } from './letters/report-letters.js';
import { PersonRepository } from './letters/person.repository.js';
import { EmailConfirmation } from './profile/email-confirmation.js';
import { FreshProof } from './profile/fresh-proof.js';
import { PasswordChangeService } from './profile/password-change.service.js';
import { PasswordChangeWriter } from './profile/password-change.writer.js';
import { ProfileHandlers } from './profile/profile.handlers.js';
import { ProfileRepository } from './profile/profile.repository.js';
import { ProfileService } from './profile/profile.service.js';
import { ProfileWriter } from './profile/profile.writer.js';
import { AccountsUsersExchange } from './ls1-migrations/accounts-users.exchange.js';
import { AccountsUsersSteps } from './ls1-migrations/accounts-users.steps.js';
import { AuditLogSteps } from './ls1-migrations/audit-log.steps.js';
import { ChangeTeller } from './ls1-migrations/change.teller.js';
import { CountyMoney } from './ls1-migrations/county-money.js';
import { ExchangeRepository } from './ls1-migrations/exchange.repository.js';
import { ExchangeSessions } from './ls1-migrations/exchange-sessions.js';
import { FormerDatabases } from './ls1-migrations/former-databases.js';
import { HostGuard } from './ls1-migrations/host.guard.js';
import { Ls1MigrationHandlers } from './ls1-migrations/ls1-migration.handlers.js';
import { Ls1MigrationRepository } from './ls1-migrations/ls1-migration.repository.js';
import { Ls1MigrationService } from './ls1-migrations/ls1-migration.service.js';
import { Ls1MigrationWorker } from './ls1-migrations/ls1-migration.worker.js';
import { MigrationSteps } from './ls1-migrations/migration-steps.js';
import { SourcePasswordVault } from './ls1-migrations/source-password.vault.js';
import { StagingRepository } from './ls1-migrations/staging.repository.js';
import { ProofNotes, ProviderArrival } from './provider-sign-in/provider-arrival.js';
import { ProviderLogoutService } from './provider-sign-in/provider-logout.service.js';
import { ProviderSignInHandlers } from './provider-sign-in/provider-sign-in.handlers.js';
import { ProviderSignInService } from './provider-sign-in/provider-sign-in.service.js';
import { ProviderTokenCheck } from './provider-sign-in/provider-token.check.js';
import { ProviderUsers } from './provider-sign-in/provider-users.js';
import { ProviderVisits } from './provider-sign-in/provider-visits.js';
import { ProviderDirectory } from './provider-sign-in/provider.directory.js';
import { ProviderRepository } from './provider-sign-in/provider.repository.js';
import { PurgeArchive } from './purges/purge-archive.js';
import { PurgeSubjectRepository } from './purges/purge-subject.repository.js';
import { SettledAccounts } from './purges/settled-accounts.js';
import { UserPurgeHandlers } from './purges/user-purge.handlers.js';
import { UserPurgeRepository } from './purges/user-purge.repository.js';
import { UserPurgeSchedule } from './purges/user-purge.schedule.js';
import { UserPurgeService } from './purges/user-purge.service.js';
import { UserPurgeSteps } from './purges/user-purge.steps.js';
import { UserPurgeWorker } from './purges/user-purge.worker.js';
import { PasswordResetService } from './recovery/password-reset.service.js';
import { PasswordResetWriter } from './recovery/password-reset.writer.js';
import { StepUpService } from './profile/step-up.service.js';
import { RecoveryHandlers } from './recovery/recovery.handlers.js';
import { RecoveryService } from './recovery/recovery.service.js';
import { DoorThrottle } from './registration/door.throttle.js';
import { NewcomerRepository } from './registration/newcomer.repository.js';
import { NewcomerWriter } from './registration/newcomer.writer.js';
import { RegistrationCompletion } from './registration/registration.completion.js';
import { RegistrationHandlers } from './registration/registration.handlers.js';
import { RegistrationService } from './registration/registration.service.js';
import { SecondFactorCheck } from './second-factor/second-factor.check.js';
import { SecondFactorHandlers } from './second-factor-setup/second-factor.handlers.js';
import { SecondFactorRepository } from './second-factor/second-factor.repository.js';
import { SecondFactorService } from './second-factor-setup/second-factor.service.js';
import { SecondFactorVault } from './second-factor/second-factor.vault.js';
import { SecondFactorWriter } from './second-factor-setup/second-factor.writer.js';
import { AccountViewRepository } from './sessions/account-view.repository.js';
import { AccountViewService } from './sessions/account-view.service.js';
import { CountyRulesReader } from './sessions/county-rules.js';
import { OldSessionsRemoval } from './sessions/old-sessions.removal.js';
import { SessionEnder } from './sessions/session.ender.js';
import { SessionHandlers } from './sessions/session.handlers.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionService } from './sessions/session.service.js';
import { SessionSweepTimer } from './sessions/session-sweep.timer.js';
import { SessionSweep } from './sessions/session.sweep.js';
import { SignedInRepository } from './sessions/signed-in.repository.js';
import { SystemLockout } from './sessions/system-lockout.js';
import { CandidateReader } from './sign-in/candidate.reader.js';
import { CredentialCheck } from './sign-in/credential.check.js';
import { LoginAttemptRepository } from './login-attempts/login-attempt.repository.js';
import { PasswordProof } from './sign-in/password-proof.js';
import { SignInHandlers } from './sign-in/sign-in.handlers.js';
import { SignInEntrance } from './sign-in/sign-in.entrance.js';
import { SignInJournal } from './sign-in/sign-in.journal.js';
import { SignInRepository } from './sign-in/sign-in.repository.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignInThrottle } from './sign-in/sign-in.throttle.js';
import { serviceName, tables } from './tables.js';
import { TicketRepository } from './tickets/ticket.repository.js';
import { ManagedUserRepository } from './user-manager/managed-user.repository.js';
import { ResetMailRepository } from './user-manager/reset-mail.repository.js';
import { ResetMailService } from './user-manager/reset-mail.service.js';
import { UserManagerHandlers } from './user-manager/user-manager.handlers.js';
import { UserManagerService } from './user-manager/user-manager.service.js';
import { UserManagerWriter } from './user-manager/user-manager.writer.js';
import { CredentialRepository } from './users/credential.repository.js';
import { HashingSlots } from './users/hashing-slots.js';
import { PasswordHashing } from './users/password-hashing.js';
import { PasswordHasher } from './users/password-hasher.js';
import { PasswordStore } from './users/password.store.js';
import { FirstUserRepository } from './office/first-user.repository.js';
import { FirstUserService } from './office/first-user.service.js';
import { SignedInService } from './office/signed-in.service.js';
import { UserHandlers } from './office/user.handlers.js';
import { UserRepository } from './users/user.repository.js';
import { UserService } from './office/user.service.js';

const accounts = [AccountRepository, AccountService];
const accountManager = [
  AccountManagerService,
  AccountManagerWriter,
  AccountRemoval,
  AccountRemovalRepository,
  AccountRemover,
  AccountMailService,
  AccountSignInsService,
  AccountTasksConsumer,
  ManagedAccountRepository,
  PageAccessReset,
];
const codeLists = [CodeListRepository, CodeListService];
const users = [
  CredentialRepository,
  FirstUserRepository,
  FirstUserService,
  HashingSlots,
  PasswordHasher,
  PasswordHashing,
  PasswordStore,
  UserRepository,
  UserService,
];
const userManager = [
  ManagedUserRepository,
  ResetMailRepository,
  ResetMailService,
  UserManagerService,
  UserManagerWriter,
];
const purges = [
  PurgeArchive,
  PurgeSubjectRepository,
  SettledAccounts,
  UserPurgeRepository,
  UserPurgeSchedule,
  UserPurgeService,
  UserPurgeSteps,
  UserPurgeWorker,
];
const ls1Migrations = [
  ...[
    AccountsUsersExchange,
    AccountsUsersSteps,
    AuditLogSteps,
    ChangeTeller,
    CountyMoney,
    ExchangeRepository,
  ],
  ...[ExchangeSessions, FormerDatabases, HostGuard, Ls1MigrationRepository, Ls1MigrationService],
  ...[Ls1MigrationWorker, MigrationSteps, SourcePasswordVault, StagingRepository],
];
const sessions = [
  AccountViewRepository,
  AccountViewService,
  CountyRulesReader,
  OldSessionsRemoval,
  SessionEnder,
  SessionRepository,
  SessionService,
  SessionSweep,
  SessionSweepTimer,
  SignedInRepository,
  SignedInService,
  SystemLockout,
];
const signIn = [
  CandidateReader,
  CredentialCheck,
  LoginAttemptRepository,
  PasswordProof,
  SignInEntrance,
  SignInJournal,
  SignInRepository,
  SignInService,
  SignInThrottle,
];
const providerSignIn = [
  ProofNotes,
  ProviderArrival,
  ProviderDirectory,
  ProviderLogoutService,
  ProviderRepository,
  ProviderSignInService,
  ProviderTokenCheck,
  ProviderUsers,
  ProviderVisits,
];
const secondFactors = [
  SecondFactorCheck,
  SecondFactorRepository,
  SecondFactorService,
  SecondFactorVault,
  SecondFactorWriter,
];

const letters = [
  Catalogue,
  CountyDoorReader,
  LetterBox,
  LetterComposer,
  LetterPost,
  LetterSender,
  LetterRepository,
  FilingLetters,
  OfficeLetters,
  FundsLetters,
  ReportLetters,
  CardMerchantLetters,
  PersonRepository,
];
const registration = [
  DoorThrottle,
  NewcomerRepository,
  NewcomerWriter,
  RegistrationCompletion,
  RegistrationService,
  TicketRepository,
];
const recovery = [PasswordResetService, PasswordResetWriter, RecoveryService];
const profiles = [
  EmailConfirmation,
  FreshProof,
  PasswordChangeService,
  PasswordChangeWriter,
  ProfileRepository,
  ProfileService,
  ProfileWriter,
  StepUpService,
];

@Module({
  imports: [
    DatabaseModule.forService(tables),
    RpcModule.forService(serviceName),
    EventsModule.forService(serviceName),
    JobsModule.forService(serviceName),
    MailModule,
    StorageModule,
    CountyConfigModule.forService(serviceName),
    SessionCacheModule.forRoot(),
  ],
  controllers: [
    AccountHandlers,
    AccountManagerHandlers,
    CodeListHandlers,
    SessionHandlers,
    SignInHandlers,
    ProviderSignInHandlers,
    UserHandlers,
    UserManagerHandlers,
    UserPurgeHandlers,
    Ls1MigrationHandlers,
    RegistrationHandlers,
    RecoveryHandlers,
    ProfileHandlers,
    SecondFactorHandlers,
  ],
  providers: [
    ...accounts,
    ...accountManager,
    ...codeLists,
    ...users,
    ...userManager,
    ...purges,
    ...ls1Migrations,
    ...sessions,
    ...signIn,
    ...providerSignIn,
    ...letters,
    ...registration,
    ...recovery,
    ...profiles,
    ...secondFactors,
  ],
})
export class IdentityModule {}
