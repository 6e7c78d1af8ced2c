import { SetMetadata } from '@nestjs/common';
import type { Role } from '@portal/proto/roles';

export const ACCESS = Symbol('access');

export type Access = { readonly roles: readonly Role[] } | { readonly publicBecause: string };

/** The roles that may call the route; all others get the answer of a missing route (ARCHITECTURE.md#a-request). */
export const Allow = (...roles: readonly Role[]): MethodDecorator & ClassDecorator =>
  SetMetadata(ACCESS, { roles } satisfies Access);

/** The route needs no session, for the given reason. */
export const Public = (reason: string): MethodDecorator & ClassDecorator =>
  SetMetadata(ACCESS, { publicBecause: reason } satisfies Access);

export const STEP_UP = Symbol('step-up');

/**
 * PROVE: the user must have typed a password or code in the last five minutes. `notBecause` is the reason why no proof
 * is needed.
 */
export type StepUp = 'PROVE' | { readonly notBecause: string };

/** The route changes money, access or keys, so the user must type the password or a code again (S38). */
export const Proved = (): MethodDecorator & ClassDecorator => SetMetadata(STEP_UP, 'PROVE' satisfies StepUp);

/** The route lets staff change something without a proof, for the given reason. */
export const Unproved = (notBecause: string): MethodDecorator & ClassDecorator =>
  SetMetadata(STEP_UP, { notBecause } satisfies StepUp);

export const everyone: readonly Role[] = ['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST'];
