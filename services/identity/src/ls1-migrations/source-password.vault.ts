import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { Vault } from '../vaults/vault.js';

/**
 * Encrypts the password of an LS1 database while its migration is active, so that the migration can continue after a
 * crash.
 */
@Injectable()
export class SourcePasswordVault extends Vault {
  /** @throws ConfigError when SECOND_FACTOR_SECRET is missing */
  constructor(@Inject(CONFIG) config: Config) {
    super(config, 'ls1 password');
  }
}
