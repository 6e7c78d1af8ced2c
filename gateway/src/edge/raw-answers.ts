import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { securityHeaders } from './security-headers.js';

/** The HTTP statuses for two error codes of Node's HTTP server. Every other error code is answered with 400. */
const statuses = new Map<string | undefined, number>([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);

/** True if an answer has begun. A second answer would then be read as part of the first one. */
const isAnswering = (socket: Socket): boolean => {
  if (!('_httpMessage' in socket)) return false;
  const { _httpMessage: answer } = socket;
  return (
    typeof answer === 'object' && answer !== null && 'headersSent' in answer && answer.headersSent === true
  );
};

const bodyOf = (status: number): string => `${STATUS_CODES[status] ?? ''}.\n`;

const headersOf = (paymentOrigin: string, body: string): [string, string][] => [
  ...securityHeaders(paymentOrigin),
  ['cache-control', 'no-store'],
  ['x-correlation-id', randomUUID()],
  ['content-type', 'text/plain; charset=utf-8'],
  ['content-length', String(Buffer.byteLength(body))],
  ['connection', 'close'],
];

/**
 * Answers input that is not a valid request because it is too slow, too long or not HTTP. No hook runs for such
 * input, so the security headers are written here (S34). The connection is closed afterwards.
 */
export const answerBadClients =
  (paymentOrigin: string) =>
  ({ code }: { readonly code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return;
    if (socket.writable && !isAnswering(socket)) {
      const status = statuses.get(code) ?? 400;
      const body = bodyOf(status);
      const lines = headersOf(paymentOrigin, body).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
    }
    socket.destroySoon();
  };

/** Refuses any `Expect` header except 100-continue, with the security headers that Node's own answer would lack. */
export const refuseExpectations = (server: Server, paymentOrigin: string): void => {
  server.on('checkExpectation', (_request: unknown, response: ServerResponse) => {
    const body = bodyOf(417);
    response.writeHead(417, Object.fromEntries(headersOf(paymentOrigin, body))).end(body);
  });
};
