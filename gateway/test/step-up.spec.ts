import { describe, expect, test } from '@jest/globals';
import { Controller, Get, Post, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { TestClock } from '@portal/infra/testing';
import type { Role } from '@portal/proto/roles';
import { controllers } from '../src/app.module.js';
import { Refusal } from '../src/answers/refusal.js';
import { BillingController } from '../src/http/billing.controller.js';
import { CardKeysController } from '../src/http/card-keys.controller.js';
import { CashierController } from '../src/http/cashier.controller.js';
import { CountyConfigController } from '../src/http/county-config.controller.js';
import { CountyPicturesController } from '../src/http/county-pictures.controller.js';
import { Ls1Controller } from '../src/http/ls1.controller.js';
import { ReconciliationController } from '../src/http/reconciliation.controller.js';
import { checkStepUp, listRoutes, type Route } from '../src/session/access.check.js';
import { AccessGuard } from '../src/session/access.guard.js';
import { Allow, Proved, Unproved } from '../src/session/access.js';

const clock = new TestClock('2026-11-22T10:00:00.000Z');
const guard = new AccessGuard(new Reflector(), clock);

/** Returns the guard's answer to a request for a route, or the code of the refusal. */
const askFor = (
  controller: new (...parts: never[]) => object,
  method: string,
  { role = 'COUNTY', minutesAgo }: { role?: Role; minutesAgo: number },
): string => {
  const provedAt = new Date(clock.now().getTime() - minutesAgo * 60_000).toISOString();
  const request = { visit: { session: { user: { role }, provedAt } } };
  const context = {
    getClass: () => controller,
    getHandler: () => Reflect.get(controller.prototype, method) as unknown,
    switchToHttp: () => ({ getRequest: () => request }),
  };
  try {
    return String(guard.canActivate(context as unknown as ExecutionContext));
  } catch (error) {
    if (error instanceof Refusal) return error.failure.code;
    throw error;
  }
};

describe('S38 a change by staff', () => {
  const changes = [
    [CountyConfigController, 'save'],
    [ReconciliationController, 'note'],
    [ReconciliationController, 'run'],
    [CashierController, 'enter'],
    [CashierController, 'decide'],
    [CardKeysController, 'save'],
    [CardKeysController, 'decide'],
    [BillingController, 'run'],
    [BillingController, 'runAccount'],
    [BillingController, 'billedNow'],
  ] as const;

  test.each(changes)(
    'S38 needs a new proof of identity if the last one is more than five minutes old: %p %s',
    (route, method) => {
      expect(askFor(route, method, { minutesAgo: 5 })).toBe('true');
      expect(askFor(route, method, { minutesAgo: 5.01 })).toBe('PROOF_NEEDED');
      expect(askFor(route, method, { minutesAgo: 5.01, role: 'TRIMIN' })).toBe('PROOF_NEEDED');
    },
  );

  test.each(['migrateAccounts', 'migrateAuditLog'])(
    'S38 needs a new proof of identity even if it comes from a TRIMIN user: %s',
    (method) => {
      expect(askFor(Ls1Controller, method, { minutesAgo: 5, role: 'TRIMIN' })).toBe('true');
      expect(askFor(Ls1Controller, method, { minutesAgo: 5.01, role: 'TRIMIN' })).toBe('PROOF_NEEDED');
      expect(askFor(Ls1Controller, method, { minutesAgo: 5, role: 'COUNTY' })).toBe('NOT_FOUND');
    },
  );

  test('S38 requires a proof of identity only from users who can give one', () => {
    const rolesOf = ({ access }: Route): readonly Role[] => (access && 'roles' in access ? access.roles : []);
    const routes = listRoutes(controllers);
    const provers = routes.filter(({ path }) => path === 'currentUser/prove').flatMap(rolesOf);
    for (const route of routes.filter(({ stepUp }) => stepUp === 'PROVE'))
      expect(provers).toEqual(expect.arrayContaining([...rolesOf(route)]));
  });

  test('is answered NOT_FOUND, and asks for no proof of identity, when the user has no right to make it', () => {
    expect(askFor(CountyConfigController, 'save', { minutesAgo: 60, role: 'USER' })).toBe('NOT_FOUND');
  });

  test('does not include requests that only read, check card keys or upload a picture; these need no proof of identity', () => {
    for (const read of ['list', 'open', 'versions'])
      expect(askFor(CountyConfigController, read, { minutesAgo: 60 })).toBe('true');
    expect(askFor(ReconciliationController, 'report', { minutesAgo: 60 })).toBe('true');
    expect(askFor(CardKeysController, 'check', { minutesAgo: 60 })).toBe('true');
    expect(askFor(CountyPicturesController, 'upload', { minutesAgo: 60 })).toBe('true');
  });
});

test('S38 a staff route that does not declare whether it needs a proof prevents the start, and the error names the route', () => {
  @Controller('back')
  class Back {
    @Post('fees')
    @Allow('COUNTY')
    fees(): void {}
    @Post('users')
    @Allow('TRIMIN', 'COUNTY')
    @Proved()
    users(): void {}
    @Post('preview')
    @Allow('COUNTY')
    @Unproved('a test')
    preview(): void {}
    @Get('list')
    @Allow('COUNTY')
    list(): void {}
    @Post('own')
    @Allow('COUNTY', 'USER')
    own(): void {}
  }
  expect(() => checkStepUp([Back])).toThrow(/@Unproved: POST back\/fees$/);
  expect(() => checkStepUp(controllers)).not.toThrow();
  expect(listRoutes(controllers).filter(({ stepUp }) => stepUp === 'PROVE')).toHaveLength(34);
});
