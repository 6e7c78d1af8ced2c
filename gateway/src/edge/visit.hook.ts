import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LanguageOffer } from '@portal/infra/catalogue';
import { CONFIG, type Config } from '@portal/infra/config';
import { CountySections, otherInstallationOf, type OtherInstallation } from '@portal/infra/county-config';
import { placeOf } from '@portal/infra/client-address';
import { callContext } from '@portal/infra/log';
import { hashToken } from '@portal/infra/session-cache';
import { fail, type Failure } from '@portal/proto/result';
import { isStaff } from '@portal/proto/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../answers/refusal.js';
import { RefusalFilter } from '../answers/refusal.filter.js';
import { Lockout } from '../county/lockout.js';
import { readLanguage, readToken } from '../session/cookie.js';
import { isForged } from '../session/forgery.js';
import { SessionReader } from '../session/session-reader.js';
import { visitOf, type Visit } from '../session/visit.js';
import { dropOldCopy, readSession, refusedInView } from './account-view.js';
import { announcedBytes, ArrivingBodies, bodyDeadlineMs } from './arriving-bodies.js';
import { Forwarding } from './forwarding.js';
import { leaveWith } from './leave-with.js';
import { RequestLimits } from './limits.js';
import { isOfApi } from './matched-route.js';
import { waitsForMove } from './moving-county.js';
import { namesOneHost } from './named-host.js';
import { askerOf, pauseWithoutPlace, Places, type Asker } from './places.js';
import { laneOf } from './route-lanes.js';
import { SignInDoor, type SignInEnd } from './sign-in-door.js';
import { TakenPlace } from './taken-place.js';
import { traceRequest } from './trace-request.js';

/** The routes that sign users in: with a password, and in two steps at the county's identity provider. */
const signIns: ReadonlySet<string> = new Set([
  'POST /LandShark/api/auth/login',
  'GET /LandShark/api/auth/provider/signIn',
  'GET /LandShark/api/auth/provider/callback',
]);

declare module 'fastify' {
  interface FastifyRequest {
    /** Must be called when the body has arrived, or when the server stops waiting for it. */
    bodyArrived: (() => void) | undefined;
    /**
     * How the check of username and password ended. It is WRONG until the check has ended, so that a guess counts even
     * if the client disconnects at once.
     */
    signInEnd: SignInEnd | undefined;
    /** Releases the slot of a sign-in early, once the password has been checked. */
    leaveDoor: (() => void) | undefined;
    /** True if the IP address of this sign-in is suspect: it recently guessed wrong, or ignores refusals. */
    isSuspect: boolean | undefined;
  }
}

/**
 * Runs the checks before every route: correlation id, county of the host, forgery check, session, rate limits and,
 * when the body has arrived, a slot.
 */
@Injectable()
export class VisitHook {
  private readonly limits = new RequestLimits();
  private readonly places = new Places();
  private readonly bodies = new ArrivingBodies();
  private readonly door: SignInDoor;
  private closing = false;
  private readonly offer = new LanguageOffer();

  constructor(
    private readonly counties: CountySections,
    private readonly sessions: SessionReader,
    private readonly lockout: Lockout,
    private readonly refusals: RefusalFilter,
    private readonly forwarding: Forwarding,
    @Inject(CONFIG) { signInsPerSecond }: Config,
  ) {
    this.door = new SignInDoor(signInsPerSecond);
  }

  register(server: FastifyInstance): void {
    server.decorateRequest('visit', undefined);
    server.decorateRequest('place', undefined);
    server.decorateRequest('bodyArrived', undefined);
    server.decorateRequest('signInEnd', undefined);
    server.decorateRequest('leaveDoor', undefined);
    server.decorateRequest('isSuspect', undefined);
    server.addHook('onRequest', (request, reply, done) => {
      const correlationId = randomUUID();
      void reply.header('x-correlation-id', correlationId);
      callContext.run({ correlationId }, () => traceRequest(request, reply, correlationId, done));
    });
    server.addHook('onRequest', (request, reply) => this.admit(request, reply));
    server.addHook('preClose', (done) => {
      this.closing = true;
      done();
    });
    server.addHook('preValidation', (request, reply, done) => {
      request.bodyArrived?.();
      const refusal = isOfApi(request) ? this.letIn(request, reply) : undefined;
      if (refusal) this.refusals.answer(refusal, request, reply);
      else done();
    });
    server.addHook('onSend', (request, reply, payload, done) => {
      // a gateway that is closing ends the connection, so the client's next request can reach another gateway
      if (this.closing) void reply.header('connection', 'close');
      request.place?.answered();
      done(null, payload);
    });
  }

  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    try {
      if (!namesOneHost(request))
        return await reply
          .status(400)
          .header('connection', 'close')
          .type('text/plain')
          .send('A request names one host.\n');
      const county = await this.counties.findCountyByHost(request.hostname);
      if (!county)
        return await reply
          .status(404)
          .type('text/plain')
          .send('There is no county portal at this address.\n');
      const elsewhere = otherInstallationOf(county);
      if (elsewhere !== undefined) return await this.passOn(request, reply, elsewhere);
      const correlationId = callContext.current()?.correlationId ?? '';
      const chosen = readLanguage(request);
      const language =
        chosen === 'ENGLISH'
          ? chosen
          : this.offer.offered(chosen, await this.counties.get(county.id, 'languages'));
      const asked = { county, correlationId, address: request.ip, language };
      const visit: Visit = { ...asked, session: null, tokenHash: '', lockout: false };
      request.visit = visit;
      if (!isOfApi(request)) return undefined;
      const refusal = this.lookAt(request, visit) ?? (await this.count(request, visit));
      if (!refusal) return this.awaitBody(request, reply);
      this.refusals.answer(refusal, request, reply);
      return reply;
    } catch (error) {
      this.refusals.refuse(error, request, reply);
      return reply;
    }
  }

  /** Passes on a request of a county that another installation serves. */
  private async passOn(
    request: FastifyRequest,
    reply: FastifyReply,
    to: OtherInstallation,
  ): Promise<FastifyReply> {
    const failure = await this.forwarding.forward(request, reply, to);
    if (failure) this.refusals.answer(failure, request, reply);
    return reply;
  }

  /** Makes the checks that need only the head of the request. */
  private lookAt(request: FastifyRequest, visit: Visit): Failure | undefined {
    if (this.closing) return fail('SERVICE_UNAVAILABLE');
    if (this.places.isFull(laneOf(request.routeOptions.url), senderOf(visit))) return busy();
    if (isForged(request)) return fail('FORGED_REQUEST');
    if (waitsForMove(request, visit.county, new Date())) return fail('COUNTY_MOVING');
    const seconds = isSignIn(request) ? this.door.secondsToWait(senderOf(visit)) : 0;
    return seconds > 0 ? fail('TOO_MANY_REQUESTS', { seconds }) : undefined;
  }

  private async count(request: FastifyRequest, visit: Visit): Promise<Failure | undefined> {
    const isLookedUp = await this.recognise(request, visit);
    const seconds = await this.limits.secondsToWait(visit.session?.user, request.ip);
    if (seconds > 0) return fail('TOO_MANY_REQUESTS', { seconds });
    if (isLookedUp) await this.limits.giveLookUpBack(request.ip);
    const refused = refusedInView(request, visit.session);
    return refused && fail(refused);
  }

  /** Waits until the body has arrived, at most until its deadline; meanwhile the request has no slot. */
  private awaitBody(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const size = announcedBytes(request);
    if (size === 0) return undefined;
    const forget = this.bodies.expect(placeOf(request.ip), size);
    if (!forget) {
      this.refusals.answer(busy(), request, reply.header('connection', 'close'));
      return reply;
    }
    const deadline = setTimeout(
      () => this.refusals.answer(tooSlow, request, reply.header('connection', 'close')),
      bodyDeadlineMs,
    );
    request.bodyArrived = leaveWith(request, reply, () => {
      clearTimeout(deadline);
      forget();
    });
    return undefined;
  }

  /**
   * Takes a slot for a request whose body is complete.
   * @returns the refusal when no slot is free
   */
  private letIn(request: FastifyRequest, reply: FastifyReply): Failure | undefined {
    const asker = senderOf(visitOf(request));
    if (isSignIn(request)) request.isSuspect = this.door.isSuspect(asker);
    const leaveDoor = isSignIn(request) ? this.door.enter(asker) : () => undefined;
    if (!leaveDoor) return tooManySignIns;
    request.leaveDoor = leaveWith(request, reply, () => leaveDoor(endOf(request, reply)));
    const leavePlaces = this.places.enter(laneOf(request.routeOptions.url), asker);
    if (!leavePlaces) return busy();
    const place = new TakenPlace(leavePlaces);
    request.place = place;
    leaveWith(request, reply, () => place.closed());
    return undefined;
  }

  /**
   * Finds the session of the request.
   * @returns true if the network is beyond its limit and the identity service has looked up the token
   */
  private async recognise(request: FastifyRequest, visit: Visit): Promise<boolean> {
    visit.lockout = await this.lockout.inPlace(visit.county.id);
    const token = readToken(request);
    if (token === undefined) return false;
    visit.tokenHash = hashToken(token);
    const { county, tokenHash } = visit;
    dropOldCopy(request, this.sessions, tokenHash);
    const seconds = await this.limits.secondsUsedUp(request.ip);
    const source = seconds > 0 ? await this.sessions.sourceOf(token, tokenHash) : 'COPY';
    // for a network beyond its limit, the identity service looks up no token that a client may have invented, and only
    // a limited number of issued tokens whose sessions have no copy, for example because they have ended
    if (source === 'INVENTED' || (source === 'ISSUED' && !(await this.limits.takeLookUp(request.ip))))
      refuse('TOO_MANY_REQUESTS', { seconds });
    const session = await readSession(request, this.sessions, { county: county.id, tokenHash });
    // During a lockout only staff stay signed in, including staff in an account view.
    const stays = session && (!visit.lockout || isStaff(session.user.role) || session.user.view);
    visit.session = stays ? session : null;
    return source === 'ISSUED';
  }
}

const senderOf = ({ address, county }: Visit): Asker => askerOf(address, county.id);

const busy = (): Failure => fail('SERVICE_BUSY', { seconds: pauseWithoutPlace() });
const tooSlow = fail('BODY_TOO_SLOW');
const tooManySignIns = fail('TOO_MANY_REQUESTS', { seconds: 1 });

const endOf = ({ signInEnd }: FastifyRequest, { statusCode }: FastifyReply): SignInEnd =>
  signInEnd ?? (statusCode === 503 || statusCode === 504 ? 'UNANSWERED' : 'ANSWERED');

const isSignIn = ({ method, routeOptions }: FastifyRequest): boolean =>
  signIns.has(`${method} ${routeOptions.url ?? ''}`);
