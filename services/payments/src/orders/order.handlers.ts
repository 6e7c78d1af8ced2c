import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  cancelImageState,
  computeOrder,
  openDownload,
  payOrder,
  recomputeOrder,
  renewDownload,
} from '@portal/proto/rpc/payments';
import { DownloadService } from './download.service.js';
import { PaymentService } from './payment.service.js';
import { QuoteService } from './quote.service.js';
import { VisitService } from './visit.service.js';

@Controller()
export class OrderHandlers {
  constructor(
    private readonly quotes: QuoteService,
    private readonly payments: PaymentService,
    private readonly visits: VisitService,
    private readonly downloads: DownloadService,
  ) {}

  @Handle(computeOrder)
  compute(input: Parsed<typeof computeOrder>, call: Call): Promise<Reply<typeof computeOrder>> {
    return this.quotes.compute(call.actor, input, call.correlationId);
  }

  @Handle(recomputeOrder)
  recompute(input: Parsed<typeof recomputeOrder>, call: Call): Promise<Reply<typeof recomputeOrder>> {
    return this.quotes.recompute(call.actor, input.imageStateGuid, call.correlationId);
  }

  @Handle(cancelImageState)
  cancel(input: Parsed<typeof cancelImageState>, call: Call): Promise<Reply<typeof cancelImageState>> {
    return this.visits.cancel(call.actor, input.imageStateGuid);
  }

  @Handle(payOrder)
  pay(input: Parsed<typeof payOrder>, call: Call): Promise<Reply<typeof payOrder>> {
    return this.payments.pay(call.actor, input.imageStateGuid, call);
  }

  @Handle(openDownload)
  open(input: Parsed<typeof openDownload>, call: Call): Promise<Reply<typeof openDownload>> {
    return this.downloads.open(call.actor, input.imageStateGuid);
  }

  @Handle(renewDownload)
  renew(input: Parsed<typeof renewDownload>, call: Call): Promise<Reply<typeof renewDownload>> {
    return this.downloads.renew(call.actor, input.imageStateGuid);
  }
}
