import { isNativeError } from 'node:util/types';
import type { ErrorCode } from '@portal/proto/codes';

/** Codes of a failed call: the called service, or a server behind it, is overloaded, too slow or unavailable. */
export const serviceCodes = [
  'SERVICE_BUSY',
  'SERVICE_TIMEOUT',
  'SERVICE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

export type ServiceCode = (typeof serviceCodes)[number];

/**
 * States in which PostgreSQL is unavailable, by SQLSTATE or its class: connection lost; out of disk, memory or
 * connections; ending, crashed or starting; unable to read its own files; a standby, which accepts no writes until it
 * is promoted.
 */
const AWAY_STATES = /^(08|53|57P|58|25006$)/;
/** Another transaction keeps a row locked, or a transaction is in conflict with others at every repetition. */
const BUSY_STATES = new Set(['55P03', '40001', '40P01']);
/** A statement that was canceled at its time limit. */
const LATE_STATES = new Set(['57014']);

/** Error codes of Node, of its `fetch`, and of the object store. */
const AWAY_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'],
  ...['UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
  // when the object store is a folder: the disk or quota is full, too many files are open, or the disk fails, is
  // read-only or was removed
  ...['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO', 'EROFS', 'ESTALE'],
  'STORE_AWAY',
]);
/** The certificate of a server has expired or is not trusted for another reason (Node's names of OpenSSL's errors). */
const CERTIFICATE_CODES =
  /^(CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_CERT_IN_CHAIN$|DEPTH_ZERO_SELF_SIGNED_CERT$|INVALID_CA$|HOSTNAME_MISMATCH$)/;
/**
 * Texts of errors that the clients of PostgreSQL and Redis throw without an error code, or with an error code that our
 * own mistakes can also cause.
 */
const AWAY_TEXTS = new RegExp(
  [
    ...['timeout exceeded when trying to connect', 'Connection terminated', '^timeout expired$'],
    // A standby was asked for something that only a primary knows (55000).
    '^recovery is in progress$',
    ...['Client has encountered a connection error', 'Client was closed and is not queryable'],
    ...["Stream isn't writeable", 'Connection is closed', 'Reached the max retries per request limit'],
    ...['Redis gave no answer', 'All sentinels are unreachable', 'Failed to refresh slots cache'],
    // answers of a Redis that is starting, is a replica, belongs to an incomplete cluster, or has a full disk or memory
    '^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|MISCONF|OOM) ',
  ].join('|'),
);

/** How many levels of `cause` are searched. `fetch`, for example, puts the reason of a failure there. */
const DEEPEST = 4;

/**
 * The code for the error of another server that is unavailable, slow or busy. Commands and requests answer with this
 * code, and consumers of facts wait. No other file has a list of such errors.
 * @returns undefined for a refusal of the request itself, and for a defect
 */
export function serviceCodeOf(error: unknown, deepest = DEEPEST): ServiceCode | undefined {
  if (!isNativeError(error) || deepest === 0) return undefined;
  const code = codeOf(error) ?? '';
  // the error of a failed call to another service has one of these codes
  const passed = serviceCodes.find((known) => known === code);
  if (passed) return passed;
  if (AWAY_STATES.test(code) || AWAY_CODES.has(code) || CERTIFICATE_CODES.test(code))
    return 'SERVICE_UNAVAILABLE';
  if (AWAY_TEXTS.test(error.message)) return 'SERVICE_UNAVAILABLE';
  if (BUSY_STATES.has(code)) return 'SERVICE_BUSY';
  if (LATE_STATES.has(code)) return 'SERVICE_TIMEOUT';
  return serviceCodeOf(error.cause, deepest - 1);
}

/**
 * True if the database canceled a statement at its time limit. Either the database is busy, or the statement always
 * takes too long.
 */
export const isCanceledAtLimit = (error: unknown): boolean =>
  isNativeError(error) && (LATE_STATES.has(codeOf(error) ?? '') || isCanceledAtLimit(error.cause));

/** True when a connection failed because the server's certificate is not trusted or no longer valid. */
export const isCertificateFault = (error: unknown): boolean =>
  isNativeError(error) && (CERTIFICATE_CODES.test(codeOf(error) ?? '') || isCertificateFault(error.cause));

/** True if a server could not be reached or cannot work. Such an error says nothing about the request itself. */
export const isOutage = (error: unknown): boolean => serviceCodeOf(error) === 'SERVICE_UNAVAILABLE';

export const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;
