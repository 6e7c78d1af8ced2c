import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok } from '@portal/proto/result';
import type { ResultOf } from '@portal/proto/rpc/contract';
import type { endProviderSessions, findProviderLogout } from '@portal/proto/rpc/provider-sign-in';
import * as oidc from 'openid-client';
import { SessionEnder } from '../sessions/session.ender.js';
import type { SessionSelector } from '../sessions/session.repository.js';
import { attempt } from './provider-faults.js';
import { ProviderTokenCheck, type LogoutToken } from './provider-token.check.js';
import { ProviderVisits } from './provider-visits.js';
import { ProviderDirectory } from './provider.directory.js';
import { ProviderRepository } from './provider.repository.js';

/**
 * Ends sessions at the identity provider after a logout at the portal, and the portal's sessions after a logout at the
 * identity provider.
 */
@Injectable()
export class ProviderLogoutService {
  constructor(
    private readonly database: Database,
    private readonly providers: ProviderDirectory,
    private readonly tokens: ProviderTokenCheck,
    private readonly visits: ProviderVisits,
    private readonly people: ProviderRepository,
    private readonly ender: SessionEnder,
  ) {}

  /**
   * Returns the URL to which the browser goes after a logout at the portal. There the browser ends its session at the
   * identity provider, which then sends the browser to the portal's login page.
   */
  async find(county: string, origin: string): Promise<ResultOf<typeof findProviderLogout>> {
    const opened = await attempt(county, () => this.providers.open(county));
    const client = opened.ok ? opened.value?.client : undefined;
    if (client?.serverMetadata().end_session_endpoint === undefined) return ok({ address: null });
    const back = { post_logout_redirect_uri: `${origin}/LandShark/login` };
    return ok({ address: oidc.buildEndSessionUrl(client, back).href });
  }

  /** Ends the sessions to which a logout token applies. Each token is accepted once. */
  async end(county: string, logoutToken: string): Promise<ResultOf<typeof endProviderSessions>> {
    const opened = await attempt(county, () => this.providers.open(county));
    if (!opened.ok) return fail('PROVIDER_UNAVAILABLE');
    const provider = opened.value;
    // without an identity provider, the county has no key to check the token with
    if (!provider) return fail('LOGOUT_TOKEN_INVALID');
    const read = await attempt(county, () => this.tokens.readLogout(provider, logoutToken));
    if (!read.ok)
      return fail(read.code === 'PROVIDER_UNAVAILABLE' ? 'PROVIDER_UNAVAILABLE' : 'LOGOUT_TOKEN_INVALID');
    const token = `${read.value.issuer}\n${read.value.id}`;
    if (await this.visits.isLogoutUsed(county, token)) return fail('LOGOUT_TOKEN_INVALID');
    let ended = 0;
    for (const selector of await this.selectorsOf(county, read.value))
      ended += await this.ender.end(county, selector, 'SIGNED_OUT');
    // the token is recorded only after the sessions have ended: the identity provider sends the token again after a
    // failure, and a recorded token would be refused
    await this.visits.useLogout(county, token);
    return ok({ ended });
  }

  /**
   * Selects the session whose id the token contains, and the person's sessions for which the identity provider gave no
   * session id.
   */
  private async selectorsOf(
    county: string,
    { issuer, subject, sid }: LogoutToken,
  ): Promise<SessionSelector[]> {
    const user =
      subject === ''
        ? undefined
        : await this.database.withCounty(county, (tx) => this.people.findUser(tx, { issuer, subject }));
    if (sid === '') return user ? [{ providedTo: user.id }] : [];
    return [{ providerSid: sid }, ...(user ? [{ unnamedOf: user.id }] : [])];
  }
}
