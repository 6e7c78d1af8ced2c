import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { isStaff } from '@portal/proto/roles';
import { ACCESS, STEP_UP, type Access, type StepUp } from './access.js';

export interface Route {
  /** For example GET or POST. */
  readonly method: string;
  /** The path without the API's prefix, with `:name` for parameters. */
  readonly path: string;
  /** Undefined for a route that does not declare who may call it. */
  readonly access: Access | undefined;
  /** Undefined for a route that does not declare whether staff must prove who they are. */
  readonly stepUp: StepUp | undefined;
}

/** The routes of controllers as their decorators declare them. */
export const listRoutes = (controllers: readonly Type[]): Route[] =>
  controllers.flatMap((controller) => {
    const prefix = String(Reflect.getMetadata(PATH_METADATA, controller));
    const classAccess: Access | undefined = Reflect.getMetadata(ACCESS, controller);
    return methodsOf(controller).flatMap((handler) => {
      const method = RequestMethod[Number(Reflect.getMetadata(METHOD_METADATA, handler))] ?? '';
      const access: Access | undefined = Reflect.getMetadata(ACCESS, handler) ?? classAccess;
      return pathsOf(handler).map((path) => ({
        method,
        path: [prefix, path].filter((part) => part !== '/').join('/'),
        access,
        stepUp: Reflect.getMetadata(STEP_UP, handler) ?? Reflect.getMetadata(STEP_UP, controller),
      }));
    });
  });

/** The paths that a controller's method serves; empty if the method serves no route. */
const pathsOf = (handler: object): string[] => {
  const declared: unknown = Reflect.getMetadata(PATH_METADATA, handler);
  return (Array.isArray(declared) ? declared : [declared]).filter(
    (path): path is string => typeof path === 'string',
  );
};

const methodsOf = (controller: Type): object[] =>
  Object.entries(Object.getOwnPropertyDescriptors(controller.prototype))
    .filter(([name]) => name !== 'constructor')
    .map(([, { value }]): unknown => value)
    .filter((value): value is object => typeof value === 'function');

const isForStaffAlone = ({ access }: Route): boolean =>
  access !== undefined && 'roles' in access && access.roles.every(isStaff);

/**
 * Prevents the start if a route for changes by staff does not declare whether it requires a proof (S38).
 * @throws Error that names every such route
 */
export const checkStepUp = (controllers: readonly Type[]): void => {
  const silent = listRoutes(controllers).filter(
    (route) => route.method !== 'GET' && isForStaffAlone(route) && route.stepUp === undefined,
  );
  if (silent.length === 0) return;
  throw new Error(
    `changes for staff without @Proved or @Unproved: ${silent.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
  );
};

/**
 * Prevents the start if a route does not declare who may call it (ARCHITECTURE.md#a-request, S9).
 * @throws Error that names every such route
 */
export const checkAccess = (controllers: readonly Type[]): void => {
  const open = listRoutes(controllers).filter(({ access }) => !access);
  if (open.length === 0) return;
  throw new Error(
    `routes without @Allow or @Public: ${open.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
  );
};
