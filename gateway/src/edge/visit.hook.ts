import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { CountySections } from '@portal/infra/county-config';
import { callContext } from '@portal/infra/log';
import { hashToken } from '@portal/infra/session-cache';
import { fail } from '@portal/proto/result';
import { isStaff } from '@portal/proto/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalFilter } from '../answers/refusal.filter.js';
import { Refusal } from '../answers/refusal.js';
import { Lockout } from '../county/lockout.js';
import { readLanguage, readToken } from '../session/cookie.js';
import { isForged } from '../session/forgery.js';
import { SessionReader } from '../session/session-reader.js';
import type { Visit } from '../session/visit.js';
import { RequestLimits } from './limits.js';
import { isOfApi } from './matched-route.js';
import { SignInDoor } from './sign-in-door.js';

const SIGN_IN = '/LandShark/api/auth/login';

/**
 * What every request passes before a route: a correlation id, a place, the county of its host, the forgery check, its
 * session and its share of requests.
 */
@Injectable()
export class VisitHook {
  private readonly limits = new RequestLimits();
  private readonly door: SignInDoor;

  constructor(
    private readonly counties: CountySections,
    private readonly sessions: SessionReader,
    private readonly lockout: Lockout,
    private readonly refusals: RefusalFilter,
    @Inject(CONFIG) { signInsPerSecond }: Config,
  ) {
    this.door = new SignInDoor(signInsPerSecond);
  }

  register(server: FastifyInstance): void {
    server.decorateRequest('visit', undefined);
    server.addHook('onRequest', (_request, reply, done) => {
      const correlationId = randomUUID();
      void reply.header('x-correlation-id', correlationId);
      callContext.run({ correlationId }, done);
    });
    server.addHook('onRequest', (request, reply) => this.admit(request, reply));
    server.addHook('preValidation', (request, reply, done) => {
      if (isSignIn(request) && !this.letIn(reply)) this.refusals.answer(tooManySignIns, request, reply);
      else done();
    });
  }

  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    try {
      const county = await this.counties.findCountyByHost(request.hostname);
      if (!county)
        return await reply
          .status(404)
          .type('text/plain')
          .send('There is no county portal at this address.\n');
      const correlationId = callContext.current()?.correlationId ?? '';
      const language = readLanguage(request);
      const asked = { county, correlationId, address: request.ip, language };
      const visit: Visit = { ...asked, session: null, tokenHash: '', lockout: false };
      request.visit = visit;
      if (!isOfApi(request)) return undefined;
      if (!this.limits.enter()) throw new Refusal(fail('SERVICE_BUSY'));
      leaveWith(reply, () => this.limits.leave());
      if (isForged(request)) throw new Refusal(fail('FORGED_REQUEST'));
      if (isSignIn(request) && this.door.isShut()) {
        this.refusals.answer(tooManySignIns, request, reply);
        return reply;
      }
      await this.recognise(request, visit);
      const seconds = await this.limits.secondsToWait(visit.session?.user.id, request.ip);
      if (seconds > 0) throw new Refusal(fail('TOO_MANY_REQUESTS', { seconds }));
      return undefined;
    } catch (error) {
      this.refusals.refuse(error, request, reply);
      return reply;
    }
  }

  private letIn(reply: FastifyReply): boolean {
    const leave = this.door.enter();
    if (leave) leaveWith(reply, leave);
    return leave !== undefined;
  }

  private async recognise(request: FastifyRequest, visit: Visit): Promise<void> {
    visit.lockout = await this.lockout.inPlace(visit.county.id);
    const token = readToken(request);
    if (token === undefined) return;
    visit.tokenHash = hashToken(token);
    const session = await this.sessions.read(visit.county.id, visit.tokenHash);
    // Under a lockout only staff is still signed in.
    visit.session = session && (!visit.lockout || isStaff(session.user.role)) ? session : null;
  }
}

/** Gives a place back with the answer, and also when the caller hangs up, which no hook of the answer tells. */
function leaveWith({ raw }: FastifyReply, leave: () => void): void {
  if (raw.destroyed) leave();
  else raw.once('close', leave);
}

const tooManySignIns = fail('TOO_MANY_REQUESTS', { seconds: 1 });

const isSignIn = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'POST' && routeOptions.url === SIGN_IN;
