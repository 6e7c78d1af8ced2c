import type { Contract } from '@portal/proto/rpc/contract';
import { inSpan, inTraceOf, noteSpan } from '../tracing/index.js';
import type { Asked, Outcome } from './answer.js';

/** The span of a caller, from the request to the answer. It includes the wait in the lane. */
export const inCallSpan = (contract: Contract, asking: () => Promise<Outcome>): Promise<Outcome> =>
  inSpan(
    () => ({ name: `call ${contract.name}`, kind: 'client', attributes: attributesOf(contract) }),
    () => noted(asking()),
  );

/** The span of the service that answers. */
export const inServiceSpan = (
  contract: Contract,
  { actor, header }: Asked,
  answering: () => Promise<Outcome>,
): Promise<Outcome> =>
  inTraceOf(
    header.traceparent,
    () => ({
      name: contract.name,
      kind: 'server',
      attributes: {
        ...attributesOf(contract),
        'portal.county': actor.county,
        'portal.correlation_id': header.correlationId,
      },
    }),
    () => noted(answering()),
  );

const attributesOf = ({ name, lane }: Contract): Record<string, string> => ({
  'rpc.system': 'land-records-portal',
  'rpc.method': name,
  'portal.lane': lane,
});

async function noted(answering: Promise<Outcome>): Promise<Outcome> {
  const outcome = await answering;
  noteSpan({ 'portal.code': outcome.ok ? 'OK' : outcome.code });
  return outcome;
}
