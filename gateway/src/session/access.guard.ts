import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../answers/refusal.js';
import { ACCESS, type Access } from './access.js';
import { visitOf } from './visit.js';

/** Lets a request through to its route by the role that the route declares. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!access) return refuse('NOT_FOUND');
    if ('publicBecause' in access) return true;
    const { session } = visitOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (!session) return refuse('NOT_SIGNED_IN');
    return access.roles.includes(session.user.role) || refuse('NOT_FOUND');
  }
}
