import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../answers/refusal.js';
import type { Session } from '@portal/proto/rpc/identity';
import { ACCESS, STEP_UP, type Access, type StepUp } from './access.js';
import { visitOf } from './visit.js';

/** How long a sign-in, a typed password or a typed code counts as proof (S38). */
const PROOF_MS = 5 * 60_000;

/** Admits a request if its route declares the user's role, and refuses all others. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!access) return refuse('NOT_FOUND');
    if ('publicBecause' in access) return true;
    const { session } = visitOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (!session) return refuse('NOT_SIGNED_IN');
    if (!access.roles.includes(session.user.role)) return refuse('NOT_FOUND');
    const stepUp = this.reflector.getAllAndOverride<StepUp | undefined>(STEP_UP, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (stepUp === 'PROVE' && !this.isFresh(session)) return refuse('PROOF_NEEDED');
    return true;
  }

  private isFresh({ provedAt }: Session): boolean {
    return this.clock.now().getTime() - Date.parse(provedAt) <= PROOF_MS;
  }
}
