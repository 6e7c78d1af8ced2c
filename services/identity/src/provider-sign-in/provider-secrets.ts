import { CountySecrets } from '@portal/infra/config';
import * as z from 'zod/mini';

const needed = z.string().check(z.minLength(1));
const entry = z.object({ issuer: needed, clientSecret: needed });

/**
 * Finds the client secret of each county at its identity provider. Each secret is bound to one issuer, so a person who
 * may change the county's settings cannot have the secret sent elsewhere (DECISIONS.md#sec-90).
 */
export class ProviderSecrets {
  private readonly secrets: CountySecrets<z.infer<typeof entry>>;

  /** @param report receives a message when the file cannot be used; the message contains nothing from the file */
  constructor(file: string | undefined, report: (problem: string) => void) {
    this.secrets = new CountySecrets({ file, what: 'provider secrets', entry, report });
  }

  /** Finds the client secret of a county; undefined when the county has none for this issuer. */
  async find(county: string, issuer: string): Promise<string | undefined> {
    const own = await this.secrets.find(county);
    return own?.issuer === issuer ? own.clientSecret : undefined;
  }
}
