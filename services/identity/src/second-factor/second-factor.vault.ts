import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { Vault } from '../vaults/vault.js';

/** Encrypts the keys of authenticators, so that a copy of the database is not enough to compute codes. */
@Injectable()
export class SecondFactorVault extends Vault {
  /** @throws ConfigError when SECOND_FACTOR_SECRET is missing */
  constructor(@Inject(CONFIG) config: Config) {
    super(config, 'second factor');
  }
}
