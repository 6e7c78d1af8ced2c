import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { CountyConfigModule } from '@portal/infra/county-config';
import { DatabaseModule } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { RpcModule } from '@portal/infra/rpc';
import { StorageModule } from '@portal/infra/storage';
import { AccountTaskHandlers } from './account-tasks/account-task.handlers.js';
import { TaskCharge, UnlimitedImages } from './account-tasks/task-charge.js';
import { AddOnLedger, AddOnPurchase } from './add-ons/add-on-purchase.js';
import { AddOnHandlers } from './add-ons/add-on.handlers.js';
import { AddOnRepository } from './add-ons/add-on.repository.js';
import { AddOnService } from './add-ons/add-on.service.js';
import { AttemptCredit, FilingPaymentRows } from './attempts/attempt-credit.js';
import { AttemptOpener } from './attempts/attempt-opener.js';
import { AttemptSettler } from './attempts/attempt-settler.js';
import { AttemptSweeper } from './attempts/attempt-sweeper.js';
import { AttemptRepository } from './attempts/attempt.repository.js';
import { CardHandlers } from './card-commands/card.handlers.js';
import { PaymentReport } from './attempts/payment-report.js';
import { WebhookRepository } from './attempts/webhook.repository.js';
import { WebhookService } from './attempts/webhook.service.js';
import { BalanceReserve } from './spending/balance-reserve.js';
import { BalanceHandlers } from './spending/balance.handlers.js';
import { AccountClosingHandlers } from './account-closing/account-closing.handlers.js';
import { AccountClosingService } from './account-closing/account-closing.service.js';
import { LeftImages } from './account-closing/left-images.js';
import { LeftToSettle } from './account-closing/left-to-settle.js';
import { ClosedAccountRepository } from './ledger/closed-account.repository.js';
import { AccountFundsRepository } from './balances/account-funds.repository.js';
import { AccountFundsService } from './balances/account-funds.service.js';
import { CountyMoneyRepository } from './balances/county-money.repository.js';
import { CountyMoneyService } from './balances/county-money.service.js';
import { UnsettledAccountsRepository } from './balances/unsettled-accounts.repository.js';
import { UnsettledAccountsService } from './balances/unsettled-accounts.service.js';
import { BalanceRepository } from './balances/balance.repository.js';
import { BalanceService } from './balances/balance.service.js';
import { PayerBalance } from './spending/payer-balance.js';
import { AccountBook, IdentityAccounts } from './cashier/account-book.js';
import { CashierHandlers } from './cashier/cashier.handlers.js';
import { CashierService } from './cashier/cashier.service.js';
import { CorrectionService } from './cashier/correction.service.js';
import { EntryPosting } from './cashier/entry-posting.js';
import { OfficeEntryReader } from './cashier/office-entry.reader.js';
import { OfficeEntryRepository } from './cashier/office-entry.repository.js';
import { OfficeLedger } from './cashier/office-ledger.js';
import { Approvers, IdentityApprovers } from './card-keys/approvers.js';
import { CardKeysHandlers } from './card-keys/card-keys.handlers.js';
import { CardKeysReader } from './card-keys/card-keys.reader.js';
import { CardKeysService } from './card-keys/card-keys.service.js';
import { CardKeysWriter } from './card-keys/card-keys.writer.js';
import { KeyTrial } from './card-keys/key-trial.js';
import { MerchantRequestRepository } from './card-keys/merchant-request.repository.js';
import { OverdueKeys } from './card-keys/overdue-keys.js';
import { CardMerchantRepository } from './cards/card-merchant.repository.js';
import { CardProvider } from './cards/card-provider.js';
import { CountyMerchants } from './cards/county-merchants.js';
import { openCards } from './cards/open-cards.js';
import { DepositService } from './deposits/deposit.service.js';
import { EntitlementRepository } from './entitlements/entitlement.repository.js';
import { FilingChargeRepository } from './filing-charges/filing-charge.repository.js';
import { FilingRefundRepository } from './filing-charges/filing-refund.repository.js';
import { FilingCardService } from './filings/filing-card.service.js';
import { FilingAccounts } from './filings/filing-accounts.js';
import { FilingLedger } from './filings/filing-ledger.js';
import { FilingRefunder } from './filings/filing-refunder.js';
import { MadeRefunds } from './filings/made-refunds.js';
import { ReturnedPayment } from './filings/returned-payment.js';
import { FilingHandlers } from './filings/filing.handlers.js';
import { FilingService } from './filings/filing.service.js';
import { HoldRepository } from './ledger/hold.repository.js';
import { IdentityLandLinkAccounts, LandLinkAccounts } from './landlink/landlink-accounts.js';
import { LandLinkCandidates } from './landlink/landlink-candidates.repository.js';
import { LandLinkDays } from './landlink/landlink-days.js';
import { LandLinkFileRepository } from './landlink/landlink-file.repository.js';
import { LandLinkHandlers } from './landlink/landlink.handlers.js';
import { LandLinkSchedule } from './landlink/landlink.schedule.js';
import { LandLinkService } from './landlink/landlink.service.js';
import { LandLinkWriter } from './landlink/landlink-writer.js';
import { LedgerRepository } from './ledger/ledger.repository.js';
import { LedgerService } from './ledger/ledger.service.js';
import { BuyOptionsReader } from './orders/buy-options.js';
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
import { PruningRepository } from './orders/pruning.repository.js';
import { QuoteService } from './orders/quote.service.js';
import { SelectionService } from './orders/selection.service.js';
import { VisitPruner } from './orders/visit-pruner.js';
import { VisitService } from './orders/visit.service.js';
import { PaymentFacts } from './payment-facts.js';
import { AuthorizationCloser } from './authorizations/authorization-closer.js';
import { CardAuthorizations } from './authorizations/card-authorizations.js';
import { CardSpending } from './authorizations/card-spending.js';
import { ClosingRepository } from './authorizations/closing.repository.js';
import { PreauthorizationService } from './preauthorization/preauthorization.service.js';
import { SessionEndConsumer } from './preauthorization/session-end.consumer.js';
import { CountyPaymentTerms, PaymentTerms } from './prices/payment-terms.js';
import { CountyPriceBook, PriceBook } from './prices/price-book.js';
import { PurchaseHandlers } from './purchases/purchase.handlers.js';
import { PurchaseRepository } from './purchases/purchase.repository.js';
import { PurchaseService } from './purchases/purchase.service.js';
import { StaffSalesReader } from './purchases/staff-sales.reader.js';
import { BooksRepository } from './reconciliation/books.repository.js';
import { Comparison } from './reconciliation/comparison.js';
import { ConfiguredCounties, Counties } from './reconciliation/counties.js';
import { FindingsWatch } from './reconciliation/findings-watch.js';
import { ReconciledRepository } from './reconciliation/reconciled.repository.js';
import { ListComparison } from './reconciliation/list-comparison.js';
import { Reconciler } from './reconciliation/reconciler.js';
import { ReconciliationHandlers } from './reconciliation/reconciliation.handlers.js';
import { ReconciliationSchedule } from './reconciliation/reconciliation.schedule.js';
import { ReportRepository } from './reconciliation/report.repository.js';
import { ReconciliationNow } from './reconciliation/reconciliation-now.js';
import { ReconciliationReport } from './reconciliation/report.service.js';
import { RunRepository } from './reconciliation/run.repository.js';
import { Suspense } from './reconciliation/suspense.js';
import { SearchChargeService } from './searches/search-charge.service.js';
import { SearchPrices } from './searches/search-prices.js';
import { CardSweeper } from './sweeps/card-sweeper.js';
import { MoneyWatch } from './sweeps/money-watch.js';
import { CountySweep } from './sweeps/county-sweep.js';
import { WaitingCounties } from './sweeps/waiting-counties.js';
import { tables } from './tables.js';
import { TransactionHandlers } from './transactions/transaction.handlers.js';
import { TransactionRepository } from './transactions/transaction.repository.js';
import { TransactionService } from './transactions/transaction.service.js';

const ledger = [ClosedAccountRepository, LedgerRepository, LedgerService, HoldRepository];
const balances = [
  AccountClosingService,
  LeftImages,
  LeftToSettle,
  AccountFundsRepository,
  AccountFundsService,
  BalanceRepository,
  BalanceService,
  BalanceReserve,
  CountyMoneyRepository,
  CountyMoneyService,
  PayerBalance,
  UnsettledAccountsRepository,
  UnsettledAccountsService,
];
const orders = [
  OrderRepository,
  BuyOptionsReader,
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
  PruningRepository,
  VisitPruner,
];

const filings = [
  FilingChargeRepository,
  FilingRefundRepository,
  FilingPaymentRows,
  FilingAccounts,
  FilingLedger,
  FilingService,
  FilingCardService,
  FilingRefunder,
  MadeRefunds,
  ReturnedPayment,
];

const attempts = [
  AttemptRepository,
  AttemptOpener,
  AttemptCredit,
  AttemptSettler,
  AttemptSweeper,
  PaymentReport,
  WebhookRepository,
  WebhookService,
];
const preauthorization = [
  CardAuthorizations,
  CardSpending,
  ClosingRepository,
  AuthorizationCloser,
  PreauthorizationService,
  SessionEndConsumer,
  SearchChargeService,
  SearchPrices,
];
const sweeps = [WaitingCounties, CountySweep, CardSweeper, MoneyWatch];
const cashier = [
  ...[OfficeEntryRepository, OfficeLedger, EntryPosting],
  ...[CashierService, CorrectionService, OfficeEntryReader],
];
const addOns = [AddOnRepository, AddOnService, AddOnLedger, AddOnPurchase];

const reconciliation = [
  BooksRepository,
  ReconciledRepository,
  RunRepository,
  ReportRepository,
  Suspense,
  Comparison,
  ListComparison,
  FindingsWatch,
  Reconciler,
  ReconciliationNow,
  ReconciliationSchedule,
  ReconciliationReport,
];
const landLink = [
  ...[LandLinkCandidates, LandLinkFileRepository, LandLinkDays],
  ...[LandLinkWriter, LandLinkSchedule, LandLinkService],
];

/** The classes that ask other services and the card provider; tests replace them. */
const ports: Provider[] = [
  { provide: PageRenderer, useClass: ImagingRenderer },
  { provide: DocumentIndex, useClass: SearchIndex },
  { provide: PriceBook, useClass: CountyPriceBook },
  { provide: PaymentTerms, useClass: CountyPaymentTerms },
  { provide: AccountBook, useClass: IdentityAccounts },
  { provide: Approvers, useClass: IdentityApprovers },
  { provide: Counties, useClass: ConfiguredCounties },
  { provide: LandLinkAccounts, useClass: IdentityLandLinkAccounts },
  {
    provide: CardProvider,
    useFactory: (config: Config, merchants: CountyMerchants) => openCards(config, merchants),
    inject: [CONFIG, CountyMerchants],
  },
];

@Module({})
export class PaymentsCore {
  /**
   * Returns the module of the payments service, with the ports that the caller provides: the classes that ask other
   * services and the card provider.
   */
  static withPorts(given: Provider[]): DynamicModule {
    return {
      module: PaymentsCore,
      imports: [
        DatabaseModule.forService(tables),
        RpcModule.forService('payments'),
        EventsModule.forService('payments'),
        StorageModule,
      ],
      controllers: [
        OrderHandlers,
        BalanceHandlers,
        AccountClosingHandlers,
        CardHandlers,
        AddOnHandlers,
        TransactionHandlers,
        ReconciliationHandlers,
        PurchaseHandlers,
        CashierHandlers,
        AccountTaskHandlers,
        FilingHandlers,
        CardKeysHandlers,
        LandLinkHandlers,
      ],
      providers: [
        PaymentFacts,
        ...[CardMerchantRepository, CountyMerchants, MerchantRequestRepository],
        ...[KeyTrial, CardKeysReader, CardKeysWriter, CardKeysService, OverdueKeys],
        ...ledger,
        ...balances,
        ...orders,
        ...purchase,
        ...filings,
        ...attempts,
        ...preauthorization,
        ...sweeps,
        ...addOns,
        ...cashier,
        UnlimitedImages,
        TaskCharge,
        ...reconciliation,
        ...landLink,
        PurchaseRepository,
        PurchaseService,
        StaffSalesReader,
        TransactionRepository,
        TransactionService,
        DepositService,
        ...given,
      ],
    };
  }
}

@Module({ imports: [CountyConfigModule.forService('payments'), PaymentsCore.withPorts(ports)] })
export class PaymentsModule {}
