import type { ErrorCode } from '@portal/proto/codes';
import type { FastifyRequest } from 'fastify';

const provider = '/LandShark/api/auth/provider/';
/** The login page, and the last page in the window in which staff prove who they are. Both show what went wrong. */
const LOGIN = '/LandShark/login';
const PROVED = '/LandShark/proved';

/**
 * The page that tells a person why a request was refused. Only the routes of the identity provider's sign-in have such
 * a page, because browsers open their URLs; programs that call them get the envelope.
 * @returns undefined if the answer is the envelope
 */
export const pageOfRefusal = (
  { method, headers, routeOptions: { url = '' } }: FastifyRequest,
  code: ErrorCode,
): string | undefined => {
  const isOpened = method === 'GET' && headers.accept?.includes('text/html') === true;
  if (!isOpened || !url.startsWith(provider)) return undefined;
  return `${url === `${provider}prove` ? PROVED : LOGIN}?problem=${code}`;
};
