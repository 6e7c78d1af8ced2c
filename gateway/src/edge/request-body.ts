import { RouteConfig, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fail } from '@portal/proto/result';
import type { FastifyRequest, RawServerDefault } from 'fastify';
import { Refusal } from '../answers/refusal.js';
import { bodyLimit } from './limits.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    rawBody?: true;
    form?: true;
  }
}

/** The maximum size, in bytes, of a signed notification (payments/DESIGN.md#notifications). */
const rawBodyLimit = 64 * 1024;

/**
 * Marks a route that receives the raw bytes of its body, because a signature covers them and is checked before they
 * are parsed.
 */
export const WithRawBody = (): MethodDecorator => RouteConfig({ rawBody: true });

/**
 * Marks a route that receives the fields of a form. Only other servers send forms, as their protocols require; the
 * portal's pages never do.
 */
export const WithForm = (): MethodDecorator => RouteConfig({ form: true });

/**
 * Parses JSON bodies for every route except those that take bytes, and parses forms for routes declared with
 * `WithForm`.
 */
export const readBodies = (app: NestFastifyApplication): void => {
  const parseJson = app.getHttpAdapter().getInstance().getDefaultJsonParser('error', 'error');
  app.useBodyParser<RawServerDefault>('application/json', { bodyLimit }, (request, body: Buffer, done) => {
    if (request.routeOptions.config.rawBody !== true) {
      void parseJson(request, body.toString(), done);
      return;
    }
    if (body.length > rawBodyLimit) done(new Refusal(fail('PAYLOAD_TOO_LARGE')));
    else done(null, body);
  });
  const type = 'application/x-www-form-urlencoded';
  app.useBodyParser<RawServerDefault>(type, { bodyLimit: rawBodyLimit }, (request, body: Buffer, done) => {
    if (request.routeOptions.config.form === true)
      done(null, Object.fromEntries(new URLSearchParams(body.toString())));
    else done(new Refusal(fail('INVALID_INPUT')));
  });
};

/** The raw body of a route declared with `WithRawBody`; empty when the request has none. */
export const rawBodyOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0);
