import { Injectable } from '@nestjs/common';
import { readLs1Address } from '@portal/proto/http/ls1';
import { SourceFault, type FormerDatabase } from './former-database.js';
import { HostGuard } from './host.guard.js';
import type { RunningMigration } from './ls1-migration.repository.js';
import { openPostgresSource } from './postgres-source.js';
import { SourcePasswordVault } from './source-password.vault.js';
import { openSqlServerSource } from './sqlserver-source.js';

/** Opens the LS1 database of a migration. */
@Injectable()
export class FormerDatabases {
  constructor(
    private readonly hosts: HostGuard,
    private readonly vault: SourcePasswordVault,
  ) {}

  /** Checks that a migration may connect to an address. @throws SourceFault */
  async check(address: string): Promise<void> {
    const read = readLs1Address(address);
    if (!read) throw new SourceFault('HOST_UNKNOWN');
    await this.hosts.addressOf(read.host);
  }

  /** Encrypts the password for the migration's row. */
  seal(migration: string, password: string): string {
    return this.vault.seal(migration, Buffer.from(password));
  }

  /** @throws SourceFault */
  async open({ id, source }: RunningMigration): Promise<FormerDatabase> {
    const address = readLs1Address(source.address);
    if (!address) throw new SourceFault('HOST_UNKNOWN');
    const login = {
      name: source.name,
      username: source.username,
      password: this.passwordOf(id, source.password),
    };
    const ip = await this.hosts.addressOf(address.host);
    if (address.kind === 'postgres') return openPostgresSource(address, ip, login);
    return openSqlServerSource(address, ip, login, { addressOf: (host) => this.hosts.addressOf(host) });
  }

  private passwordOf(migration: string, sealed: string | null): string {
    try {
      return this.vault.open(migration, sealed ?? '').toString();
    } catch {
      throw new SourceFault('PASSWORD_UNREADABLE');
    }
  }
}
