import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { CountySections } from '@portal/infra/county-config';
import { openLog } from '@portal/infra/log';
import { isIssuer } from '@portal/proto/config/staff-sign-in.rules';
import type { SectionValue } from '@portal/proto/config/sections';
import { createRemoteJWKSet, customFetch as keysFetch, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { ProviderAddresses } from './provider-address.rules.js';
import { answerMs, providerFetch, type ProviderFetch } from './provider-client.js';
import { ProviderSecrets } from './provider-secrets.js';
import { SKEW_SECONDS } from './provider-visit.rules.js';

const log = openLog('identity');

/** How long a copy of a provider's metadata is used. */
const KEPT_MS = 5 * 60_000;
/**
 * The minimum time between two requests for a key set. Each unknown key would cause a request, so this limits the load
 * that forged tokens can cause at the identity provider.
 */
const KEYS_REST_MS = 2_000;
const MOST_KEPT = 1_000;

export interface OpenProvider {
  readonly settings: SectionValue<'staffSignIn'>;
  readonly client: oidc.Configuration;
  /** The identity provider's public keys. If a key is unknown, the key set is read once more. */
  readonly keys: JWTVerifyGetKey;
}

/** Opens the identity providers of the counties that have configured one. */
@Injectable()
export class ProviderDirectory {
  private readonly secrets: ProviderSecrets;
  private readonly ask: ProviderFetch;
  private readonly opened = new Map<string, { made: string; at: number; provider: OpenProvider }>();

  constructor(
    private readonly sections: CountySections,
    @Inject(CONFIG) { providerSecretsFile, providerNetworks }: Config,
  ) {
    this.secrets = new ProviderSecrets(providerSecretsFile, (problem) => log.error({}, problem));
    this.ask = providerFetch(new ProviderAddresses(providerNetworks));
  }

  /**
   * Returns the county's identity provider; undefined when the county has none, or the operator has set no secret for
   * it.
   * @throws ProviderUnreachable, or an error of `openid-client` when the metadata is wrong
   */
  async open(county: string): Promise<OpenProvider | undefined> {
    const settings = await this.sections.get(county, 'staffSignIn');
    if (!settings.staffSignIn || !isIssuer(settings.issuer)) return undefined;
    const secret = await this.secrets.find(county, settings.issuer);
    if (secret === undefined) {
      log.error(
        { county, issuer: settings.issuer },
        "staff cannot sign in: PROVIDER_SECRETS_FILE has no client secret for the county's issuer",
      );
      return undefined;
    }
    const made = JSON.stringify([settings, secret]);
    const known = this.opened.get(county);
    if (known?.made === made && performance.now() - known.at < KEPT_MS) return known.provider;
    const provider = await this.discover(settings, secret);
    if (this.opened.size >= MOST_KEPT) this.opened.clear();
    this.opened.set(county, { made, at: performance.now(), provider });
    return provider;
  }

  private async discover(settings: SectionValue<'staffSignIn'>, secret: string): Promise<OpenProvider> {
    const { issuer, clientId } = settings;
    const terms = { client_secret: secret, [oidc.clockTolerance]: SKEW_SECONDS };
    const discover = (auth: oidc.ClientAuth): Promise<oidc.Configuration> =>
      oidc.discovery(new URL(issuer), clientId, terms, auth, {
        [oidc.customFetch]: this.ask,
        timeout: answerMs / 1_000,
        // allows URLs without TLS here, because ProviderAddresses refuses those that the operator does not allow
        execute: [oidc.allowInsecureRequests],
      });
    const client = await discover(oidc.ClientSecretBasic(secret));
    const { jwks_uri: keysAt, token_endpoint_auth_methods_supported: methods } = client.serverMetadata();
    if (keysAt === undefined) throw new Error('the provider names no keys');
    const keys = createRemoteJWKSet(new URL(keysAt), {
      [keysFetch]: this.ask,
      timeoutDuration: answerMs,
      cooldownDuration: KEYS_REST_MS,
    });
    const onlyInBody = methods !== undefined && !methods.includes('client_secret_basic');
    return { settings, keys, client: onlyInBody ? await discover(oidc.ClientSecretPost(secret)) : client };
  }
}
