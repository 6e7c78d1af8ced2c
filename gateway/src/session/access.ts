import { SetMetadata } from '@nestjs/common';
import type { Role } from '@portal/proto/roles';

export const ACCESS = Symbol('access');

export type Access = { readonly roles: readonly Role[] } | { readonly publicBecause: string };

/** Roles that may call the route; anyone else gets the answer of a route that is not there (ARCHITECTURE.md#a-request). */
export const Allow = (...roles: readonly Role[]): MethodDecorator & ClassDecorator =>
  SetMetadata(ACCESS, { roles } satisfies Access);

/** The route needs no session, for the reason given. */
export const Public = (reason: string): MethodDecorator & ClassDecorator =>
  SetMetadata(ACCESS, { publicBecause: reason } satisfies Access);

export const STEP_UP = Symbol('step-up');

/** PROVE: only within five minutes of a password or code; anything else is the reason why that is not asked. */
export type StepUp = 'PROVE' | { readonly notBecause: string };

/** The route changes what concerns money, access or keys: staff types the password or a code for it anew (S38). */
export const Proved = (): MethodDecorator & ClassDecorator => SetMetadata(STEP_UP, 'PROVE' satisfies StepUp);

/** A change for staff alone that asks for nothing anew, for the reason given. */
export const Unproved = (notBecause: string): MethodDecorator & ClassDecorator =>
  SetMetadata(STEP_UP, { notBecause } satisfies StepUp);

export const everyone: readonly Role[] = ['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST'];
