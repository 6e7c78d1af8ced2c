import { Module } from '@nestjs/common';
import { CountyConfigModule } from '@portal/infra/county-config';
import { DatabaseModule } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { RpcModule } from '@portal/infra/rpc';
import { SessionCacheModule } from '@portal/infra/session-cache';
import { AccountHandlers } from './accounts/account.handlers.js';
import { AccountRepository } from './accounts/account.repository.js';
import { AccountService } from './accounts/account.service.js';
import { CodeListHandlers } from './code-lists/code-list.handlers.js';
import { CodeListRepository } from './code-lists/code-list.repository.js';
import { CodeListService } from './code-lists/code-list.service.js';
import { CountyRulesReader } from './sessions/county-rules.js';
import { SessionEnder } from './sessions/session.ender.js';
import { SessionHandlers } from './sessions/session.handlers.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionService } from './sessions/session.service.js';
import { SessionSweepTimer } from './sessions/session-sweep.timer.js';
import { SessionSweep } from './sessions/session.sweep.js';
import { SystemLockout } from './sessions/system-lockout.js';
import { CandidateReader } from './sign-in/candidate.reader.js';
import { CredentialCheck } from './sign-in/credential.check.js';
import { LoginAttemptRepository } from './sign-in/login-attempt.repository.js';
import { SignInHandlers } from './sign-in/sign-in.handlers.js';
import { SignInJournal } from './sign-in/sign-in.journal.js';
import { SignInRepository } from './sign-in/sign-in.repository.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignInThrottle } from './sign-in/sign-in.throttle.js';
import { serviceName, tables } from './tables.js';
import { CredentialRepository } from './users/credential.repository.js';
import { HashingSlots } from './users/hashing-slots.js';
import { PasswordHashing } from './users/password-hashing.js';
import { PasswordStore } from './users/password.store.js';
import { UserHandlers } from './users/user.handlers.js';
import { UserRepository } from './users/user.repository.js';
import { UserService } from './users/user.service.js';

const accounts = [AccountRepository, AccountService];
const codeLists = [CodeListRepository, CodeListService];
const users = [
  CredentialRepository,
  HashingSlots,
  PasswordHashing,
  PasswordStore,
  UserRepository,
  UserService,
];
const sessions = [
  CountyRulesReader,
  SessionEnder,
  SessionRepository,
  SessionService,
  SessionSweep,
  SessionSweepTimer,
  SystemLockout,
];
const signIn = [
  CandidateReader,
  CredentialCheck,
  LoginAttemptRepository,
  SignInJournal,
  SignInRepository,
  SignInService,
  SignInThrottle,
];

@Module({
  imports: [
    DatabaseModule.forService(tables),
    RpcModule.forService(serviceName),
    EventsModule.forService(serviceName),
    CountyConfigModule.forService(serviceName),
    SessionCacheModule.forRoot(),
  ],
  controllers: [AccountHandlers, CodeListHandlers, SessionHandlers, SignInHandlers, UserHandlers],
  providers: [...accounts, ...codeLists, ...users, ...sessions, ...signIn],
})
export class IdentityModule {}
