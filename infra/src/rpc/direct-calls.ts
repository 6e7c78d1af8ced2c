import type { Contract } from '@portal/proto/rpc/contract';
import type { Asked, Outcome } from './answer.js';
import type { RequestHeader } from './frame.js';

/** A command that only reads, from a caller in the same process as the service. */
export interface DirectRequest extends Asked {
  readonly header: Pick<
    RequestHeader,
    'caller' | 'correlationId' | 'traceparent' | 'idempotencyKey' | 'budgetMs'
  >;
}

/** Serves reads for callers in the same process. */
export interface DirectServer {
  /**
   * Runs the command with the same checks and in the same slots as a command from the stream. Without a free slot, the
   * command waits in this process.
   * @returns undefined when the service does not read commands yet, or is closing; the caller then has to send the
   * command through the stream
   */
  runHere(contract: Contract, request: DirectRequest): Promise<Outcome> | undefined;
}

const servers = new Map<string, DirectServer>();
const keyOf = (namespace: string, service: string): string => `${namespace} ${service}`;

/**
 * Lets callers in this process reach a service without Redis (infra/DESIGN.md#reads-in-one-process).
 * @returns a function that ends these direct calls
 */
export function serveDirectly(namespace: string, service: string, server: DirectServer): () => void {
  const key = keyOf(namespace, service);
  servers.set(key, server);
  return () => {
    if (servers.get(key) === server) servers.delete(key);
  };
}

export const directServerOf = (namespace: string, service: string): DirectServer | undefined =>
  servers.get(keyOf(namespace, service));
