import { SetMetadata } from '@nestjs/common';
import type { Role } from '@portal/proto/roles';

export const ACCESS = Symbol('access');

export type Access = { readonly roles: readonly Role[] } | { readonly publicBecause: string };

/** Roles that may call the route; anyone else gets the answer of a route that is not there (conventions 21). */
export const Allow = (...roles: readonly Role[]): MethodDecorator & ClassDecorator =>
  SetMetadata(ACCESS, { roles } satisfies Access);

/** The route needs no session, for the reason given. */
export const Public = (reason: string): MethodDecorator & ClassDecorator =>
  SetMetadata(ACCESS, { publicBecause: reason } satisfies Access);

export const everyone: readonly Role[] = ['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST'];
