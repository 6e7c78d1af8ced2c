import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { jwtVerify, type JWTPayload } from 'jose';
import * as oidc from 'openid-client';
import { groupsIn, personOf, type ProviderPerson } from './provider-claims.rules.js';
import { SKEW_SECONDS, VISIT_MS } from './provider-visit.rules.js';
import type { OpenProvider } from './provider.directory.js';

/**
 * The accepted algorithms, all with a public key. Algorithms with a shared key or without a key are not accepted,
 * because with these somebody other than the identity provider could make a valid token.
 */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** The URL to which the browser came back, and the values of the visit that the URL must match. */
export interface ReturnedCode {
  /** The complete URL of the callback with its query. */
  readonly address: URL;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** True if the person was required to sign in again. */
  readonly again: boolean;
}

export interface CheckedPerson {
  readonly person: ProviderPerson;
  /** The session at the identity provider; empty when the identity provider does not name one. */
  readonly sid: string;
  /** When the person signed in at the identity provider, in seconds since 1970. */
  readonly authTime: number | undefined;
}

/** A logout at the identity provider. If the token has no `sid`, all sessions of the person end. */
export interface LogoutToken {
  readonly issuer: string;
  /** The session at the identity provider; empty when the token does not name one. */
  readonly sid: string;
  /** The person at the identity provider; empty when the token does not name one. */
  readonly subject: string;
  /** The id of the token. */
  readonly id: string;
}

/** The event that a logout token has to contain (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Logout tokens older than this are refused; identity providers send them at once. */
const LOGOUT_SECONDS = 120;

/** Checks the codes with which people come back from the identity provider, and the logout tokens that it sends. */
@Injectable()
export class ProviderTokenCheck {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Exchanges a code and checks the id token: state, nonce, issuer, audience, times, signature.
   * @throws ProviderUnreachable, or another error when a check fails
   */
  async exchange(provider: OpenProvider, returned: ReturnedCode): Promise<CheckedPerson> {
    const { client, keys, settings } = provider;
    const tokens = await oidc.authorizationCodeGrant(client, returned.address, {
      pkceCodeVerifier: returned.verifier,
      expectedState: returned.state,
      expectedNonce: returned.nonce,
      idTokenExpected: true,
      ...(returned.again && { maxAge: VISIT_MS / 1_000 }),
    });
    const claims = tokens.claims();
    if (!claims || tokens.id_token === undefined) throw new Error('the provider gave no id token');
    // The library relies on TLS and does not check the signature, so the signature is checked here.
    const { payload } = await jwtVerify(tokens.id_token, keys, this.termsOf(provider));
    const who = { issuer: claims.iss, subject: claims.sub };
    const all = groupsIn(payload, settings.groupsClaim)
      ? payload
      : { ...payload, ...(await this.moreOf(client, tokens.access_token, claims.sub)) };
    return {
      person: personOf(who, all, settings),
      sid: typeof payload.sid === 'string' ? payload.sid : '',
      authTime: typeof payload.auth_time === 'number' ? payload.auth_time : undefined,
    };
  }

  /**
   * Checks a logout token.
   * @throws Error for a token that is forged, old, or of another kind
   */
  async readLogout(provider: OpenProvider, token: string): Promise<LogoutToken> {
    const terms = { ...this.termsOf(provider), maxTokenAge: LOGOUT_SECONDS };
    const { payload, protectedHeader } = await jwtVerify(token, provider.keys, terms);
    const type = protectedHeader.typ?.toLowerCase();
    if (type !== undefined && type !== 'jwt' && type !== 'logout+jwt')
      throw new Error('another type of token');
    const { sid, sub = '', jti = '', iss = '' } = payload;
    if (!isLogout(payload) || 'nonce' in payload) throw new Error('not a logout token');
    const session = typeof sid === 'string' ? sid : '';
    if (jti === '' || session + sub === '') throw new Error('a logout token without id or person');
    return { issuer: iss, sid: session, subject: sub, id: jti };
  }

  private termsOf({ client, settings }: OpenProvider) {
    return {
      ...{ algorithms, audience: settings.clientId, issuer: client.serverMetadata().issuer },
      ...{ clockTolerance: SKEW_SECONDS, currentDate: this.clock.now() },
    };
  }

  /** Asks the userinfo endpoint, because many providers do not put groups and names into the id token. */
  private async moreOf(client: oidc.Configuration, accessToken: string, subject: string): Promise<object> {
    if (client.serverMetadata().userinfo_endpoint === undefined) return {};
    return oidc.fetchUserInfo(client, accessToken, subject);
  }
}

const isLogout = ({ events }: JWTPayload): boolean =>
  typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
