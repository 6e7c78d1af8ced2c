import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that describes itself as an identity provider and records the client secrets that it receives. */
export interface RogueIssuer {
  readonly issuer: string;
  /** The Authorization header of each request; undefined for a request without one. */
  readonly told: readonly (string | undefined)[];
  close(): void;
}

export async function startRogueIssuer(): Promise<RogueIssuer> {
  const told: (string | undefined)[] = [];
  let issuer = '';
  const server = createServer(({ headers }, reply) => {
    told.push(headers.authorization);
    const description = {
      ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/keys`, response_types_supported: ['code'] },
      id_token_signing_alg_values_supported: ['RS256'],
    };
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(description));
  });
  await once(server.listen(0, 'localhost'), 'listening');
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { issuer, told, close: () => void server.close() };
}
