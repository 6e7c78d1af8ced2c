import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ClockModule } from '@portal/infra/clock';
import { CountyConfigModule } from '@portal/infra/county-config';
import { EventsModule } from '@portal/infra/events';
import { RpcModule } from '@portal/infra/rpc';
import { SessionCacheModule } from '@portal/infra/session-cache';
import { StorageModule } from '@portal/infra/storage';
import { AnswerInterceptor } from './answers/answer.interceptor.js';
import { Catalogue } from '@portal/infra/catalogue';
import { RefusalFilter } from './answers/refusal.filter.js';
import { Lockout } from './county/lockout.js';
import { CardPages } from './edge/card-pages.js';
import { ReadingLimits } from './edge/reading-limits.js';
import { Forwarding } from './edge/forwarding.js';
import { VisitHook } from './edge/visit.hook.js';
import { AccountViewController } from './http/account-view.controller.js';
import { AccountAccessController } from './http/account-access.controller.js';
import { AccountForms } from './http/account-forms.js';
import { AccountManagerController } from './http/account-manager.controller.js';
import { AuthController } from './http/auth.controller.js';
import { ClientLogController } from './http/client-log.controller.js';
import { CodeListsController } from './http/code-lists.controller.js';
import { CreditCardController } from './http/credit-card.controller.js';
import { CardSearchRates } from './http/card-search-rates.js';
import { OfferedSearch } from './http/offered-search.js';
import { CountyConfigController } from './http/county-config.controller.js';
import { CountyPicturesController } from './http/county-pictures.controller.js';
import { PagePreviewController } from './http/page-preview.controller.js';
import { PlannedChangesController } from './http/planned-changes.controller.js';
import { CurrentUserWriter } from './http/current-user.js';
import { CurrentUserController } from './http/current-user.controller.js';
import { DetailsController } from './http/details.controller.js';
import { EscrowDepositController } from './http/escrow-deposit.controller.js';
import { EfileCardController } from './http/efile-card.controller.js';
import { EfileDocumentController } from './http/efile-document.controller.js';
import { EfileExchangeController } from './http/efile-exchange.controller.js';
import { EfileQueueController } from './http/efile-queue.controller.js';
import { EfileController } from './http/efile.controller.js';
import { SubmissionsController } from './http/submissions.controller.js';
import { FilingUploads } from './http/filing-uploads.js';
import { FlatFeeController } from './http/flat-fee.controller.js';
import { ListExportController } from './http/list-export.controller.js';
import { HelperContentReader } from './http/helper-content.js';
import { HelperDataController } from './http/helper-data.controller.js';
import { HomeContentReader } from './http/home-content.js';
import { HomeController } from './http/home.controller.js';
import { ImagingController } from './http/imaging.controller.js';
import { PaidPdf } from './http/paid-pdf.js';
import { OrdersController } from './http/orders.controller.js';
import { LoginPageReader } from './http/login-page.js';
import { LoginPageController } from './http/login-page.controller.js';
import { ParcelLinksController } from './http/parcel-links.controller.js';
import { PictureUploads } from './http/picture-uploads.js';
import { SearchExportController } from './http/search-export.controller.js';
import { ProfileController } from './http/profile.controller.js';
import { ProviderSignInController } from './http/provider-sign-in.controller.js';
import { PurchasesController } from './http/purchases.controller.js';
import { ReconciliationController } from './http/reconciliation.controller.js';
import { RegistrationController } from './http/registration.controller.js';
import { ReportController } from './http/report.controller.js';
import { ReportJobsController } from './http/report-jobs.controller.js';
import { ReportSchedulesController } from './http/report-schedules.controller.js';
import { SearchController } from './http/search.controller.js';
import { SecondFactorController } from './http/second-factor.controller.js';
import { StoredObjectSender } from './http/stored-object.js';
import { BillingController } from './http/billing.controller.js';
import { CashierController } from './http/cashier.controller.js';
import { Ls1Controller } from './http/ls1.controller.js';
import { PurgesController } from './http/purges.controller.js';
import { CardKeysController } from './http/card-keys.controller.js';
import { SalesSetupController } from './http/sales-setup.controller.js';
import { SessionsController } from './http/sessions.controller.js';
import { ImportsReader } from './http/imports-reader.js';
import { LandLinkController } from './http/landlink.controller.js';
import { MonitoringReader } from './http/monitoring-reader.js';
import { TechnicalController } from './http/technical.controller.js';
import { UserManagerController } from './http/user-manager.controller.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { AccessGuard } from './session/access.guard.js';
import { SessionReader } from './session/session-reader.js';
import { UsageBalance } from './session/usage-balance.js';

/**
 * Every controller of the gateway. At the start, `checkAccess` checks that each of their routes declares who may call
 * it.
 */
export const controllers = [
  AuthController,
  ProviderSignInController,
  RegistrationController,
  LoginPageController,
  HomeController,
  CountyConfigController,
  CountyPicturesController,
  PlannedChangesController,
  PagePreviewController,
  UserManagerController,
  AccountManagerController,
  AccountAccessController,
  AccountViewController,
  ListExportController,
  CashierController,
  BillingController,
  Ls1Controller,
  PurgesController,
  CardKeysController,
  SalesSetupController,
  SessionsController,
  TechnicalController,
  CurrentUserController,
  ProfileController,
  SecondFactorController,
  HelperDataController,
  CodeListsController,
  SearchController,
  SearchExportController,
  DetailsController,
  ParcelLinksController,
  ImagingController,
  OrdersController,
  FlatFeeController,
  EscrowDepositController,
  CreditCardController,
  EfileController,
  SubmissionsController,
  EfileCardController,
  EfileDocumentController,
  EfileQueueController,
  EfileExchangeController,
  WebhooksController,
  PurchasesController,
  ReconciliationController,
  LandLinkController,
  ReportController,
  ReportJobsController,
  ReportSchedulesController,
  ClientLogController,
];

@Module({
  imports: [
    ClockModule,
    RpcModule.client('gateway'),
    EventsModule.forListener('gateway'),
    CountyConfigModule.forService('gateway'),
    SessionCacheModule.forRoot(),
    StorageModule,
  ],
  controllers,
  providers: [
    AccountForms,
    CardPages,
    Catalogue,
    CurrentUserWriter,
    FilingUploads,
    Forwarding,
    CardSearchRates,
    OfferedSearch,
    HelperContentReader,
    HomeContentReader,
    Lockout,
    LoginPageReader,
    MonitoringReader,
    ImportsReader,
    PaidPdf,
    PictureUploads,
    ReadingLimits,
    RefusalFilter,
    SessionReader,
    StoredObjectSender,
    UsageBalance,
    VisitHook,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
    { provide: APP_FILTER, useExisting: RefusalFilter },
  ],
})
export class AppModule {}
