import { offeredSearches } from '@portal/proto/config/offered-searches';
import type { SectionValue } from '@portal/proto/config/sections';
import type { SearchType } from '@portal/proto/http/search-types';
import { isStaff, type Language, type Role } from '@portal/proto/roles';
import type { AccountTerms } from '@portal/proto/rpc/actor';
import type { Session } from '@portal/proto/rpc/identity';
import type { UserStatus } from '../users/user.entity.js';
import { viewedAccount, viewRole, type AccountView } from './account-view.rules.js';
import type { EndReason } from './session.entity.js';

/** A session with the current data of its user and account. */
export interface LiveSession {
  readonly id: string;
  readonly tokenHash: string;
  readonly language: Language;
  readonly createdAt: Date;
  readonly lastSeen: Date;
  /** When the user last proved their identity, at the sign-in or later. */
  readonly provedAt: Date;
  /** True if the session began at the county's identity provider. */
  readonly byProvider: boolean;
  readonly endedAt: Date | null;
  readonly user: SessionUser;
  /** The account view that staff have begun in this session; it may be over. */
  readonly view: AccountView<SessionAccount> | null;
}

export interface SessionUser {
  readonly id: string;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly account: SessionAccount | null;
}

export interface SessionAccount {
  readonly id: string;
  readonly name: string;
  readonly status: 'A' | 'I';
  readonly searchList: readonly SearchType[] | null;
  readonly terms: AccountTerms;
}

/** The settings of the county that decide about its sessions. */
export interface CountyRules {
  readonly county: string;
  readonly userAccess: SectionValue<'userAccess'>;
  readonly userLockout: SectionValue<'userLockout'>;
  readonly search: SectionValue<'search'>;
  readonly index: SectionValue<'index'>;
  /** The county's languages; English is always among them. */
  readonly languages: readonly Language[];
}

export interface Limits {
  /** When the session ends if it is not used again. */
  readonly expiresAt: Date;
  /**
   * How long a copy of the session may be used, in seconds. The last visit may be later than `lastSeen` by up to this
   * time.
   */
  readonly copySeconds: number;
}

const MINUTE = 60_000;
/** The longest time that a session lasts without another sign-in, whatever the county sets. */
export const LONGEST_MS = 12 * 60 * MINUTE;
const LONGEST_COPY_MS = MINUTE;

/**
 * Computes when a session ends. The county's inactivity limit counts from the last visit. A visit is recorded when a
 * copy of the session expires, so the last visit may be later than `lastSeen` by up to one copy's life. That time is
 * added, so that nobody is signed out early.
 */
export function limitsOf(
  session: Pick<LiveSession, 'createdAt' | 'lastSeen'>,
  rules: CountyRules['userAccess'],
): Limits {
  const oldest = session.createdAt.getTime() + LONGEST_MS;
  if (!rules.inactivityTimeLimit) return { expiresAt: new Date(oldest), copySeconds: LONGEST_COPY_MS / 1000 };
  const idle = rules.inactivityTimeLimitPeriod * MINUTE;
  const copy = Math.min(LONGEST_COPY_MS, idle / 4);
  return {
    expiresAt: new Date(Math.min(oldest, session.lastSeen.getTime() + idle + copy)),
    copySeconds: copy / 1000,
  };
}

/** Sessions last seen before this time have ended; undefined when the county has no limit. */
export function idleSince(now: Date, rules: CountyRules['userAccess']): Date | undefined {
  if (!rules.inactivityTimeLimit) return undefined;
  const idle = rules.inactivityTimeLimitPeriod * MINUTE;
  return new Date(now.getTime() - idle - Math.min(LONGEST_COPY_MS, idle / 4));
}

export const isLockedOut = (role: Role, { lockoutInPlace }: CountyRules['userLockout']): boolean =>
  lockoutInPlace && !isStaff(role);

/** True if the user and the user's account are active. */
export const isActive = (user: SessionUser): boolean => user.status === 'A' && user.account?.status !== 'I';

/** Returns the reason why a session has ended; undefined while it is live. */
export function whyOver(session: LiveSession, rules: CountyRules, now: Date): EndReason | undefined {
  if (!isActive(session.user)) return 'DEACTIVATED';
  if (isLockedOut(session.user.role, rules.userLockout)) return 'ENDED_BY_STAFF';
  return limitsOf(session, rules.userAccess).expiresAt <= now ? 'EXPIRED' : undefined;
}

/**
 * Returns the kinds of search that the county offers, in the county's order. If accounts have their own choice (C5-08),
 * returns only the kinds that the account allows.
 */
const searchesFor = (account: SessionAccount | null, { search, index }: CountyRules): SearchType[] => {
  const own = search.searchAccess === 'configurable' ? account?.searchList : undefined;
  return offeredSearches(search, index).filter((type) => own?.includes(type) ?? true);
};

/**
 * Makes the session data for the gateway and the other services. In an account view, these are the data of a user of
 * the viewed account.
 */
export function sessionOf(live: LiveSession, rules: CountyRules, now: Date): Session {
  const { user, view } = live;
  // English is used if the county does not offer the language of the session
  const language = rules.languages.includes(live.language) ? live.language : 'ENGLISH';
  const { username, firstName, lastName } = user;
  const seen = viewedAccount(user.role, view, now);
  const { id, role, account } = view && seen ? { id: view.id, role: viewRole, account: seen } : user;
  const terms = account?.terms ?? null;
  return {
    actor: {
      county: rules.county,
      user: id,
      username,
      account: account?.id ?? null,
      role,
      session: live.id,
      language,
      terms,
      ...(seen && { viewing: true as const }),
    },
    user: {
      id,
      username,
      firstName,
      lastName,
      role,
      language,
      account: account && { id: account.id, name: account.name },
      terms,
      searchList: searchesFor(account, rules),
      ...(view && seen && { view: { until: view.until.toISOString() } }),
    },
    expiresAt: limitsOf(live, rules.userAccess).expiresAt.toISOString(),
    provedAt: live.provedAt.toISOString(),
    byProvider: live.byProvider,
  };
}
