/**
 * Every code that a command may answer with. The gateway maps each to an HTTP status and a message key in one table
 * (`gateway/src/errors.ts`); the text stands in `locales/<language>/errors.json` under the code.
 */
export const errorCodes = [
  // the edge and the transport
  'INVALID_INPUT',
  'NOT_SIGNED_IN',
  'NOT_FOUND',
  'FORGED_REQUEST',
  'TOO_MANY_REQUESTS',
  'SERVICE_BUSY',
  'SERVICE_TIMEOUT',
  'SERVICE_UNAVAILABLE',
  'PAYLOAD_TOO_LARGE',
  'UNEXPECTED',
  'CONFLICT',
  // reports
  'REPORT_TOO_LONG',
  // identity
  'WRONG_CREDENTIALS',
  'USER_LOCKED',
  'USER_INACTIVE',
  'USER_PENDING',
  'SYSTEM_LOCKOUT',
  'TICKET_NOT_VALID',
  'PASSWORD_NEEDED',
  'WRONG_PASSWORD',
  'CODE_NEEDED',
  'WRONG_CODE',
  // search
  'SEARCH_NOT_ALLOWED',
  'DOCUMENT_NOT_FOUND',
  'INVALID_TIMESTAMP',
  'COUNTY_NOT_INDEXED',
  'NO_PARCELS',
  'NO_LINKED_SYSTEM',
  // imaging
  'IMAGES_NOT_ALLOWED',
  'NO_SUCH_PAGE',
  'NO_PAGES_SELECTED',
  'PAGE_IMAGE_MISSING',
  'DOCUMENT_SEALED',
  'RENDER_FAILED',
  // payments
  'ORDER_NOT_FOUND',
  'ORDER_EXPIRED',
  'ORDER_CLOSED',
  'ORDER_NOT_PAID',
  'DOWNLOAD_NOT_ALLOWED',
  'PRICE_CHANGED',
  'INSUFFICIENT_FUNDS',
  'PAYMENT_NEEDED',
  'PAYMENT_NEEDED_AGAIN',
  'AMOUNT_NOT_POSITIVE',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'CARD_NOT_OFFERED',
  'CARD_PROVIDER_UNAVAILABLE',
  'PAYMENT_NOT_FOUND',
  'ADD_ON_NOT_OFFERED',
  'ADD_ON_NOT_FOUND',
  'ADD_ON_NOT_CONFIRMED',
  'ADD_ON_WITHDRAWN',
  'WEBHOOK_NOT_SIGNED',
  'WEBHOOK_NOT_CONFIGURED',
] as const;
export type ErrorCode = (typeof errorCodes)[number];
