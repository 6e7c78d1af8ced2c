import { Injectable } from '@nestjs/common';
import { placeOf } from '@portal/infra/client-address';
import { newToken } from '@portal/infra/session-cache';
import { fail, ok, type Result } from '@portal/proto/result';
import { isStaff } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed, ResultOf } from '@portal/proto/rpc/contract';
import type { beginProviderSignIn, finishProviderSignIn } from '@portal/proto/rpc/provider-sign-in';
import * as oidc from 'openid-client';
import { ProviderArrival } from './provider-arrival.js';
import { attempt, type ProviderFault } from './provider-faults.js';
import { ProviderTokenCheck, type CheckedPerson } from './provider-token.check.js';
import { LONGEST_AGE_SECONDS, secretsOf, type VisitPurpose } from './provider-visit.rules.js';
import { ProviderDirectory, type OpenProvider } from './provider.directory.js';
import { ProviderVisits } from './provider-visits.js';
import type { Visit } from './provider.repository.js';

const CALLBACK = '/LandShark/api/auth/provider/callback';

/** Sends staff to the county's identity provider, and signs them in when they come back. */
@Injectable()
export class ProviderSignInService {
  constructor(
    private readonly providers: ProviderDirectory,
    private readonly visits: ProviderVisits,
    private readonly tokens: ProviderTokenCheck,
    private readonly arrival: ProviderArrival,
  ) {}

  /** Returns the URL of the identity provider's page, to which the browser goes next. */
  async begin(
    { county, session, role }: Actor,
    { browser, origin, purpose }: Parsed<typeof beginProviderSignIn>,
  ): Promise<ResultOf<typeof beginProviderSignIn>> {
    const isProof = purpose === 'PROOF';
    if (isProof && (session === null || role === 'SYSTEM' || role === 'ANONYMOUS' || !isStaff(role)))
      return fail('NOT_FOUND');
    const opened = await this.open(county);
    if (!opened.ok) return opened;
    const state = newToken();
    const { nonce, verifier } = secretsOf(browser, state);
    const address = oidc.buildAuthorizationUrl(opened.value.client, {
      ...{ redirect_uri: origin + CALLBACK, scope: opened.value.settings.scopes, state, nonce },
      ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      ...askedOf(purpose),
    });
    await this.visits.begin(county, { browser, state }, { purpose, sessionId: isProof ? session : null });
    return ok({ address: address.href });
  }

  /** Ends the visit to the identity provider, even if the sign-in fails, so that a code cannot be used twice. */
  async finish(
    actor: Actor,
    input: Parsed<typeof finishProviderSignIn>,
  ): Promise<ResultOf<typeof finishProviderSignIn>> {
    const { browser, origin, query, previousToken } = input;
    const address = new URL(`${CALLBACK}?${query}`, origin);
    const state = address.searchParams.get('state') ?? '';
    const visit = await this.visits.take(actor.county, { browser, state });
    if (!visit) return fail('PROVIDER_VISIT_OVER');
    const { purpose } = visit;
    if (address.searchParams.has('error')) return ok({ purpose, refused: 'PROVIDER_REFUSED', entered: null });
    const checked = await this.check(actor.county, address, visit, { browser, state });
    if (!checked.ok) return ok({ purpose, refused: checked.code, entered: null });
    const place = placeOf(input.address);
    const done =
      purpose === 'PROOF'
        ? await this.arrival.prove(actor, visit, checked.value)
        : await this.arrival.enter(actor.county, checked.value, place, previousToken);
    return ok({
      purpose,
      refused: done.ok ? null : done.code,
      entered: done.ok ? done.value : null,
    });
  }

  private async open(county: string): Promise<Result<OpenProvider, 'PROVIDER_UNAVAILABLE'>> {
    const opened = await attempt(county, () => this.providers.open(county));
    return opened.ok && opened.value ? ok(opened.value) : fail('PROVIDER_UNAVAILABLE');
  }

  private async check(
    county: string,
    address: URL,
    { purpose }: Visit,
    { browser, state }: { browser: string; state: string },
  ): Promise<Result<CheckedPerson, ProviderFault>> {
    const opened = await this.open(county);
    if (!opened.ok) return opened;
    const again = purpose === 'PROOF';
    const returned = { address, state, ...secretsOf(browser, state), again };
    return attempt(county, () => this.tokens.exchange(opened.value, returned));
  }
}

/**
 * Returns the parameters that ask the provider for a sign-in. A proof of identity requires a new sign-in at the
 * provider; for a sign-in to the portal, a sign-in at the provider within the last twelve hours is enough.
 */
const askedOf = (purpose: VisitPurpose): Record<string, string> =>
  purpose === 'PROOF' ? { prompt: 'login', max_age: '0' } : { max_age: String(LONGEST_AGE_SECONDS) };
