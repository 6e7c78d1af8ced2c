import type { ErrorCode } from '@portal/proto/codes';
import type { Failure, MessageParams } from '@portal/proto/result';

export interface ErrorAnswer {
  /** The HTTP status. It is 200 with `ok: false` where the specification shows a message in the normal flow. */
  readonly status: 200 | 400 | 401 | 403 | 404 | 408 | 413 | 422 | 428 | 429 | 500 | 503 | 504;
  /** The key of the text in the catalog. */
  readonly message: string;
  /** The seconds after which the client may try again. */
  readonly retryAfter?: number;
}

/**
 * The HTTP answer of each code (ARCHITECTURE.md#http). 403 means only 'not signed in', a forged request, or a request
 * that does not fit an account view. 404 means forbidden or missing. 422 means an invalid body and names its fields.
 */
const errorAnswers = {
  INVALID_INPUT: { status: 422, message: 'errors:invalidInput' },
  NOT_SIGNED_IN: { status: 403, message: 'errors:notSignedIn' },
  NOT_FOUND: { status: 404, message: 'errors:notFound' },
  FORGED_REQUEST: { status: 403, message: 'errors:forgedRequest' },
  VIEW_ONLY: { status: 403, message: 'account-view:refused' },
  VIEW_OVER: { status: 403, message: 'account-view:notDone' },
  TOO_MANY_REQUESTS: { status: 429, message: 'errors:tooManyRequests', retryAfter: 60 },
  SERVICE_BUSY: { status: 503, message: 'errors:busy', retryAfter: 1 },
  SERVICE_TIMEOUT: { status: 504, message: 'errors:timeout', retryAfter: 2 },
  SERVICE_UNAVAILABLE: { status: 503, message: 'errors:unavailable', retryAfter: 2 },
  COUNTY_MOVING: { status: 503, message: 'errors:countyMoving', retryAfter: 3 },
  BODY_TOO_SLOW: { status: 408, message: 'errors:timeout' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'errors:payloadTooLarge' },
  UNEXPECTED: { status: 500, message: 'errors:unexpected' },
  CONFLICT: { status: 200, message: 'errors:conflict' },
  REPORT_TOO_LONG: { status: 200, message: 'errors:reportTooLong' },
  WRONG_CREDENTIALS: { status: 200, message: 'errors:wrongCredentials' },
  USER_LOCKED: { status: 200, message: 'errors:userLocked' },
  USER_INACTIVE: { status: 200, message: 'errors:userInactive' },
  USER_PENDING: { status: 200, message: 'errors:userPending' },
  SYSTEM_LOCKOUT: { status: 200, message: 'errors:systemLockout' },
  TICKET_NOT_VALID: { status: 200, message: 'errors:ticketNotValid' },
  PASSWORD_NEEDED: { status: 200, message: 'errors:passwordNeeded' },
  PROOF_NEEDED: { status: 428, message: 'errors:proofNeeded' },
  WRONG_PASSWORD: { status: 200, message: 'errors:wrongPassword' },
  CODE_NEEDED: { status: 200, message: 'errors:codeNeeded' },
  WRONG_CODE: { status: 200, message: 'errors:wrongCode' },
  PROVIDER_UNAVAILABLE: { status: 503, message: 'staff-sign-in:PROVIDER_UNAVAILABLE', retryAfter: 5 },
  PROVIDER_VISIT_OVER: { status: 200, message: 'staff-sign-in:PROVIDER_VISIT_OVER' },
  PROVIDER_REFUSED: { status: 200, message: 'staff-sign-in:PROVIDER_REFUSED' },
  PROVIDER_ANSWER_INVALID: { status: 200, message: 'staff-sign-in:PROVIDER_ANSWER_INVALID' },
  PROVIDER_NO_GROUP: { status: 200, message: 'staff-sign-in:PROVIDER_NO_GROUP' },
  PROVIDER_OTHER_PERSON: { status: 200, message: 'staff-sign-in:PROVIDER_OTHER_PERSON' },
  LOGOUT_TOKEN_INVALID: { status: 400, message: 'errors:invalidInput' },
  OWN_USER: { status: 200, message: 'panel:ownUser' },
  LAST_COUNTY_USER: { status: 200, message: 'panel:lastCountyUser' },
  RESET_ELSEWHERE: { status: 200, message: 'panel:passwordElsewhere' },
  RESET_LIMIT: { status: 200, message: 'panel:resetLimit' },
  RESET_NO_ADDRESS: { status: 200, message: 'panel:resetNoAddress' },
  RESET_NOT_ACTIVE: { status: 200, message: 'panel:resetNotActive' },
  ACCOUNT_INACTIVE: { status: 200, message: 'panel:accountInactive' },
  ACCOUNT_CHANGED: { status: 200, message: 'panel:accountChanged' },
  ACCOUNT_HAS_MONEY: { status: 200, message: 'panel:accountHasMoney' },
  ACCOUNT_HAS_HOLDS: { status: 200, message: 'panel:accountHasHolds' },
  ACCOUNT_OWES: { status: 200, message: 'panel:accountOwes' },
  COUNTY_HAS_MONEY: { status: 200, message: 'panel:countyHasMoney' },
  SEARCH_NOT_ALLOWED: { status: 404, message: 'errors:notFound' },
  DOCUMENT_NOT_FOUND: { status: 404, message: 'errors:documentNotFound' },
  INVALID_TIMESTAMP: { status: 422, message: 'errors:invalidTimestamp' },
  COUNTY_NOT_INDEXED: { status: 503, message: 'errors:countyNotIndexed', retryAfter: 60 },
  NO_PARCELS: { status: 200, message: 'errors:noParcels' },
  NO_LINKED_SYSTEM: { status: 200, message: 'errors:noLinkedSystem' },
  IMAGES_NOT_ALLOWED: { status: 404, message: 'errors:notFound' },
  NO_SUCH_PAGE: { status: 200, message: 'errors:noSuchPage' },
  NO_PAGES_SELECTED: { status: 200, message: 'errors:noPagesSelected' },
  PAGE_IMAGE_MISSING: { status: 200, message: 'errors:pageImageMissing' },
  DOCUMENT_SEALED: { status: 404, message: 'errors:documentNotFound' },
  RENDER_FAILED: { status: 200, message: 'errors:renderFailed' },
  PICTURE_KIND: { status: 422, message: 'errors:pictureKind' },
  PICTURE_DIMENSIONS: { status: 422, message: 'errors:pictureDimensions' },
  PICTURE_BROKEN: { status: 422, message: 'errors:pictureBroken' },
  FILING_FORMAT: { status: 422, message: 'errors:filingFormat' },
  FILING_TOO_LARGE: { status: 413, message: 'errors:filingTooLarge' },
  FILING_ENCRYPTED: { status: 422, message: 'errors:filingEncrypted' },
  FILING_ACTIVE: { status: 422, message: 'errors:filingActive' },
  FILING_BROKEN: { status: 422, message: 'errors:filingBroken' },
  FILING_TOO_MANY_PAGES: { status: 422, message: 'errors:filingTooManyPages' },
  FILING_PAGE_TOO_LARGE: { status: 422, message: 'errors:filingPageTooLarge' },
  FILING_CLOSED: { status: 200, message: 'errors:filingClosed' },
  FILING_WITH_OFFICE: { status: 200, message: 'errors:filingWithOffice' },
  FILING_CLAIMED: { status: 200, message: 'filings:claimedByOther' },
  FILING_MOVED: { status: 200, message: 'filings:moved' },
  FILING_NUMBER_TAKEN: { status: 200, message: 'filings:numberTaken' },
  FILING_NOT_STAMPED: { status: 200, message: 'filings:notStamped' },
  ORDER_NOT_FOUND: { status: 404, message: 'errors:orderNotFound' },
  ORDER_EXPIRED: { status: 200, message: 'errors:orderExpired' },
  ORDER_CLOSED: { status: 200, message: 'errors:orderClosed' },
  ORDER_NOT_PAID: { status: 404, message: 'errors:orderNotFound' },
  DOWNLOAD_NOT_ALLOWED: { status: 404, message: 'errors:notFound' },
  PRICE_CHANGED: { status: 200, message: 'errors:priceChanged' },
  INSUFFICIENT_FUNDS: { status: 200, message: 'errors:insufficientFunds' },
  PAYMENT_NEEDED: { status: 200, message: 'errors:paymentNeeded' },
  PAYMENT_NEEDED_AGAIN: { status: 200, message: 'errors:paymentNeededAgain' },
  AMOUNT_NOT_POSITIVE: { status: 200, message: 'errors:amountNotPositive' },
  AMOUNT_TOO_SMALL: { status: 200, message: 'errors:amountTooSmall' },
  AMOUNT_TOO_LARGE: { status: 200, message: 'errors:amountTooLarge' },
  CARD_NOT_OFFERED: { status: 404, message: 'errors:notFound' },
  CARD_PROVIDER_UNAVAILABLE: { status: 200, message: 'errors:cardProviderUnavailable' },
  CARD_KEYS_NOT_OFFERED: { status: 200, message: 'panel:cardKeysNotOffered' },
  CARD_KEYS_UNREADABLE: { status: 200, message: 'panel:cardKeysUnreadable' },
  CARD_KEYS_REFUSED: { status: 200, message: 'panel:cardKeysRefused' },
  CARD_KEYS_ENDED: { status: 200, message: 'panel:cardKeysEnded' },
  CARD_KEYS_WAIT: { status: 200, message: 'panel:cardKeysWaitAlready' },
  OWN_CARD_KEYS: { status: 200, message: 'panel:ownCardKeys' },
  NEW_APPROVER: { status: 200, message: 'panel:newApprover' },
  MERCHANT_IN_USE: { status: 200, message: 'panel:merchantInUse' },
  MERCHANT_ACCOUNT_DIFFERS: { status: 200, message: 'panel:merchantAccountDiffers' },
  PAYMENT_NOT_FOUND: { status: 200, message: 'errors:paymentNotFound' },
  FINDING_CHANGED: { status: 200, message: 'panel:findingChanged' },
  COMPARISON_UNDER_WAY: { status: 200, message: 'reconciliation:underWay' },
  COMPARISON_UNANSWERED: { status: 200, message: 'reconciliation:failure.PROVIDER_UNAVAILABLE' },
  COMPARISON_KEYS_REFUSED: { status: 200, message: 'reconciliation:failure.KEYS_REFUSED' },
  COMPARISON_REQUEST_REFUSED: { status: 200, message: 'reconciliation:failure.REQUEST_REFUSED' },
  COMPARISON_FAILED: { status: 200, message: 'reconciliation:failure.FAILED' },
  ADD_ON_NOT_OFFERED: { status: 404, message: 'errors:notFound' },
  ADD_ON_NOT_FOUND: { status: 404, message: 'errors:orderNotFound' },
  ADD_ON_NOT_CONFIRMED: { status: 200, message: 'errors:addOnNotConfirmed' },
  ADD_ON_WITHDRAWN: { status: 200, message: 'errors:addOnWithdrawn' },
  OWN_ENTRY: { status: 200, message: 'cashier:ownEntry' },
  MORE_THAN_OWED: { status: 200, message: 'cashier:owesLessNow' },
  TASK_UNDER_WAY: { status: 200, message: 'billing:underWay' },
  WEBHOOK_NOT_SIGNED: { status: 401, message: 'errors:notFound' },
  WEBHOOK_NOT_CONFIGURED: { status: 503, message: 'errors:unavailable', retryAfter: 300 },
} as const satisfies Record<ErrorCode, ErrorAnswer>;

export const errorAnswer = (code: ErrorCode): ErrorAnswer => errorAnswers[code];

/** Returns the answer to a failure, with the values of its text and the waiting time, if there is any. */
export const answerTo = ({ code, params }: Failure): ErrorAnswer & { readonly params?: MessageParams } => {
  const answer = errorAnswer(code);
  const seconds = params?.seconds;
  if (code === 'INSUFFICIENT_FUNDS' && params?.paysBy === 'CREDIT_CARD')
    return { ...answer, message: 'errors:notPayableByCard' };
  if (code === 'SERVICE_BUSY' && typeof seconds === 'number') return { ...answer, retryAfter: seconds };
  if (code !== 'TOO_MANY_REQUESTS' || typeof seconds !== 'number')
    return { ...answer, ...(params && { params }) };
  return { ...answer, ...waitOf(seconds), retryAfter: seconds };
};

/** Expresses a waiting time in the largest suitable unit, rounded up so that clients do not try again too early. */
const waitOf = (seconds: number): Pick<ErrorAnswer, 'message'> & { params: MessageParams } => {
  if (seconds <= 90) return { message: 'errors:waitSeconds', params: { count: seconds } };
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90
    ? { message: 'errors:waitMinutes', params: { count: minutes } }
    : { message: 'errors:waitHours', params: { count: Math.ceil(seconds / 3_600) } };
};
