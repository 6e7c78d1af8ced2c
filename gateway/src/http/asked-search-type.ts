import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { SearchType } from '@portal/proto/http/search-types';
import type { FastifyRequest } from 'fastify';
import { searchTypeOf } from './search-request.js';

/** Parameter decorator: the kind of search that the route serves. */
export const AskedSearchType = createParamDecorator((_: unknown, context: ExecutionContext): SearchType => {
  const { routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
  return searchTypeOf(routeOptions.url ?? '');
});
