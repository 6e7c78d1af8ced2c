import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CountyConfigModule } from '@portal/infra/county-config';
import { DatabaseModule } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { RpcModule } from '@portal/infra/rpc';
import { BalanceReserve } from './balances/balance-reserve.js';
import { BalanceHandlers } from './balances/balance.handlers.js';
import { BalanceRepository } from './balances/balance.repository.js';
import { BalanceService } from './balances/balance.service.js';
import { EntitlementRepository } from './entitlements/entitlement.repository.js';
import { HoldRepository } from './ledger/hold.repository.js';
import { LedgerRepository } from './ledger/ledger.repository.js';
import { LedgerService } from './ledger/ledger.service.js';
import { Completer } from './orders/completer.js';
import { DocumentIndex, SearchIndex } from './orders/document-index.js';
import { DownloadService } from './orders/download.service.js';
import { OrderCharge } from './orders/order-charge.js';
import { OrderHolder } from './orders/order-holder.js';
import { OrderSettler } from './orders/order-settler.js';
import { OrderVoider } from './orders/order-voider.js';
import { OrderWorker } from './orders/order-worker.js';
import { OrderHandlers } from './orders/order.handlers.js';
import { OrderRepository } from './orders/order.repository.js';
import { ImagingRenderer, PageRenderer } from './orders/page-renderer.js';
import { PaymentService } from './orders/payment.service.js';
import { QuoteService } from './orders/quote.service.js';
import { SelectionService } from './orders/selection.service.js';
import { VisitService } from './orders/visit.service.js';
import { PaymentFacts } from './payment-facts.js';
import { CountyPriceBook, PriceBook } from './prices/price-book.js';
import { tables } from './tables.js';

const ledger = [LedgerRepository, LedgerService, HoldRepository];
const balances = [BalanceRepository, BalanceService, BalanceReserve];
const orders = [
  OrderRepository,
  SelectionService,
  QuoteService,
  VisitService,
  DownloadService,
  EntitlementRepository,
];
const purchase = [
  OrderHolder,
  OrderCharge,
  OrderSettler,
  OrderVoider,
  OrderWorker,
  PaymentService,
  Completer,
];

/** What payments asks of other services; a test gives stand-ins. */
const ports: Provider[] = [
  { provide: PageRenderer, useClass: ImagingRenderer },
  { provide: DocumentIndex, useClass: SearchIndex },
  { provide: PriceBook, useClass: CountyPriceBook },
];

@Module({})
export class PaymentsCore {
  /** Everything but the ports. */
  static withPorts(given: Provider[]): DynamicModule {
    return {
      module: PaymentsCore,
      imports: [
        DatabaseModule.forService(tables),
        RpcModule.forService('payments'),
        EventsModule.forService('payments'),
      ],
      controllers: [OrderHandlers, BalanceHandlers],
      providers: [PaymentFacts, ...ledger, ...balances, ...orders, ...purchase, ...given],
    };
  }
}

@Module({ imports: [CountyConfigModule.forService('payments'), PaymentsCore.withPorts(ports)] })
export class PaymentsModule {}
