import { Controller, Param, Post, Req } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { webhookPath } from '@portal/proto/http/webhooks';
import type { Result } from '@portal/proto/result';
import { receiveWebhook } from '@portal/proto/rpc/payments';
import type { FastifyRequest } from 'fastify';
import { parseInput } from '../answers/refusal.js';
import { rawBodyOf, WithRawBody } from '../edge/request-body.js';
import { Public } from '../session/access.js';
import { visitorOf } from '../session/visit.js';

/**
 * Receives the card provider's notifications (payments/DESIGN.md#notifications). The raw bytes are passed on, and the
 * payments service checks their signature.
 */
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly rpc: RpcClient) {}

  @Post('authorizenet/:county')
  @Public('the card provider signs each notification with a key of the county')
  @WithRawBody()
  receive(@Param() path: unknown, @Req() request: FastifyRequest): Promise<Result<object>> {
    const { county } = parseInput(webhookPath, path);
    const notification = {
      raw: rawBodyOf(request).toString('base64'),
      signatures: request.raw.headersDistinct['x-anet-signature'] ?? [],
    };
    return this.rpc.call(receiveWebhook, notification, { actor: visitorOf(county) });
  }
}
