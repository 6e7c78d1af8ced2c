import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { SearchType } from '@portal/proto/http/search-types';
import type { FastifyRequest } from 'fastify';
import { searchTypeOf } from './search-request.js';

/** The kind of search that the route of the request stands for, as a handler's argument. */
export const AskedSearchType = createParamDecorator((_: unknown, context: ExecutionContext): SearchType => {
  const { routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
  return searchTypeOf(routeOptions.url ?? '');
});
