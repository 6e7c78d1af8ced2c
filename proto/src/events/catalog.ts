import type { DescMessage, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { ActionTakenSchema } from './gen/portal/events/audit/v1/audit_pb.js';
import { AccountTasksChangedSchema, FundsNeededSchema } from './gen/portal/events/billing/v1/billing_pb.js';
import { CountyChangedSchema, SectionChangedSchema } from './gen/portal/events/config/v1/config_pb.js';
import {
  AccountChangedSchema,
  SessionEndedSchema,
  SignedInSchema,
  SignInFailedSchema,
  UserChangedSchema,
} from './gen/portal/events/identity/v1/identity_pb.js';
import {
  DocumentImagesChangedSchema,
  FilingChangedSchema,
} from './gen/portal/events/imaging/v1/imaging_pb.js';
import {
  AccountClosedSchema,
  BalanceChangedSchema,
  CardMerchantChangedSchema,
  EntryPostedSchema,
  FilingPaidSchema,
  OfficeEntryPostedSchema,
  OrderDeliveredSchema,
  OrderHeldSchema,
  OrderPaidSchema,
  OrderVoidedSchema,
} from './gen/portal/events/payments/v1/payments_pb.js';
import { ScheduledReportEndedSchema } from './gen/portal/events/reports/v1/reports_pb.js';
import {
  DocumentRemovedSchema,
  DocumentRestoredSchema,
  DocumentSealedSchema,
  DocumentUnsealedSchema,
  GenerationSwappedSchema,
  SearchPerformedSchema,
} from './gen/portal/events/search/v1/search_pb.js';

/**
 * Every kind of fact (event) that the product publishes: its name `<topic>.<what happened>.v<n>`, and the schema of its
 * message (proto/events).
 */
export const events = {
  'audit.action-taken.v1': ActionTakenSchema,
  'billing.account-tasks-changed.v1': AccountTasksChangedSchema,
  'billing.funds-needed.v1': FundsNeededSchema,
  'config.section-changed.v1': SectionChangedSchema,
  'config.county-changed.v1': CountyChangedSchema,
  'identity.session-ended.v1': SessionEndedSchema,
  'identity.signed-in.v1': SignedInSchema,
  'identity.sign-in-failed.v1': SignInFailedSchema,
  'identity.user-changed.v1': UserChangedSchema,
  'identity.account-changed.v1': AccountChangedSchema,
  'imaging.document-images-changed.v1': DocumentImagesChangedSchema,
  'imaging.filing-changed.v1': FilingChangedSchema,
  // No longer sent, but audit logs of earlier versions contain it, and replays read it.
  'payments.order-held.v1': OrderHeldSchema,
  'payments.order-paid.v1': OrderPaidSchema,
  'payments.order-voided.v1': OrderVoidedSchema,
  'payments.order-delivered.v1': OrderDeliveredSchema,
  'payments.balance-changed.v1': BalanceChangedSchema,
  'payments.entry-posted.v1': EntryPostedSchema,
  'payments.filing-paid.v1': FilingPaidSchema,
  'payments.office-entry-posted.v1': OfficeEntryPostedSchema,
  'payments.account-closed.v1': AccountClosedSchema,
  'payments.card-merchant-changed.v1': CardMerchantChangedSchema,
  'reports.scheduled-report-ended.v1': ScheduledReportEndedSchema,
  'search.document-sealed.v1': DocumentSealedSchema,
  'search.document-unsealed.v1': DocumentUnsealedSchema,
  'search.document-removed.v1': DocumentRemovedSchema,
  'search.document-restored.v1': DocumentRestoredSchema,
  'search.generation-swapped.v1': GenerationSwappedSchema,
  'search.search-performed.v1': SearchPerformedSchema,
} as const satisfies Record<`${string}.${string}.v${number}`, DescMessage>;

export type EventType = keyof typeof events;
export type SchemaOf<T extends EventType> = (typeof events)[T];
/** The form that producers write; fields with their zero value may be omitted. */
export type PayloadInit<T extends EventType> = MessageInitShape<SchemaOf<T>>;
/** The form that consumers read, with every field present. */
export type Payload<T extends EventType> = MessageShape<SchemaOf<T>>;

export const isEventType = (name: string): name is EventType => Object.hasOwn(events, name);

export const eventTypes: readonly EventType[] = Object.keys(events).filter(isEventType);

/**
 * Facts (events) with a topic of their own, because they must not wait behind the many other facts of their producer,
 * or because they have readers that do not read the other facts.
 */
const ownTopics: Readonly<Record<string, string>> = {
  'search.document-sealed.v1': 'sealing',
  'search.document-unsealed.v1': 'sealing',
  'search.document-removed.v1': 'sealing',
  'search.document-restored.v1': 'sealing',
  'payments.office-entry-posted.v1': 'office',
  'payments.account-closed.v1': 'office',
  'payments.card-merchant-changed.v1': 'office',
  'payments.filing-paid.v1': 'filing-payments',
  'imaging.filing-changed.v1': 'filings',
};

/** The stream or Kafka topic of an event: its own topic, or the part of its type before the first dot. */
export const topicOf = (type: string): string => ownTopics[type] ?? type.slice(0, type.indexOf('.'));
