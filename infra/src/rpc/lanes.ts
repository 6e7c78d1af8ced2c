import type { Lane } from '@portal/proto/rpc/contract';

export interface LaneLimits {
  /** Commands that one process runs at a time. */
  readonly slots: number;
  /** The number of waiting and running commands, over all processes, above which callers get SERVICE_BUSY. */
  readonly backlog: number;
}

export type Lanes = Readonly<Record<Lane, LaneLimits>>;

/** `must` has no backlog limit, so that load never leads to the refusal of a purchase (infra/DESIGN.md#lanes). */
export const defaultLanes: Lanes = {
  fast: { slots: 64, backlog: 1000 },
  slow: { slots: 2, backlog: 64 },
  must: { slots: 32, backlog: Number.POSITIVE_INFINITY },
};

/** The consumer group of a service's processes on each of its lanes. */
export const SERVICE_GROUP = 'service';

/** Redis key of the stream on which a lane's commands wait. */
export const laneStream = (namespace: string, service: string, lane: Lane): string =>
  `${namespace}:rpc:${service}:${lane}`;

/** Redis key of the stream for commands that stayed unfinished after all deliveries. */
export const deadLetterStream = (namespace: string, service: string): string =>
  `${namespace}:rpc:dead:${service}`;

/** The Redis key of a reply that was published while its caller was not listening. */
export const keptReplyKey = (namespace: string, caller: string, callId: string): string =>
  `${namespace}:rpc:reply:${caller}:${callId}`;
