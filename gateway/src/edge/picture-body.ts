import type { IncomingMessage } from 'node:http';
import { RouteConfig, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fail } from '@portal/proto/result';
import { largestPicture } from '@portal/proto/site-pictures';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../answers/refusal.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    picture?: true;
  }
}

/** Marks a route whose body is a picture; the route reads the body with `pictureOf`. */
export const TakesPicture = (): MethodDecorator => RouteConfig({ picture: true });

/**
 * Leaves a picture's bytes in the socket until its route asks for them, so that nothing is read if the route refuses
 * the sender.
 */
export const leavePictures = (app: NestFastifyApplication): void => {
  const server = app.getHttpAdapter().getInstance();
  server.addContentTypeParser(/^image\//, (request, payload, done) => {
    if (request.routeOptions.config.picture === true) done(null, payload);
    else done(new Refusal(fail('INVALID_INPUT')), undefined);
  });
};

/**
 * Returns the bytes of the body.
 * @throws Refusal when the picture is too large or arrives too slowly
 */
export const pictureOf = async ({ raw, routeOptions }: FastifyRequest): Promise<Buffer> => {
  if (routeOptions.config.picture !== true) throw new Error('the route does not take pictures');
  const tooLarge = new Refusal(fail('PAYLOAD_TOO_LARGE'));
  if (Number(raw.headers['content-length'] ?? 0) > largestPicture) throw tooLarge;
  return inTime(read(raw, tooLarge));
};

/** The time within which a picture must arrive, in milliseconds: enough for 5 MB on a slow line. */
const pictureDeadlineMs = 45_000;

async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal(fail('BODY_TOO_SLOW'))), pictureDeadlineMs);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

async function read(raw: IncomingMessage, tooLarge: Refusal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestPicture) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
