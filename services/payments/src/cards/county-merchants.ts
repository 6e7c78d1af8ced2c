import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { FreshCopies } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';
import { TextOpener } from '@portal/infra/sealing';
import { cardKeysOf } from '@portal/proto/http/card-keys';
import * as z from 'zod/mini';
import { merchant as merchantShape, type Merchant } from './card-credentials.js';
import { CardMerchantRepository, type EnteredMerchant } from './card-merchant.repository.js';
import { Merchants } from './merchants.js';
import { operatorMerchants } from './open-cards.js';

const log = openLog('payments');

/** How long another replica may go on using the old keys after a change. */
const MAX_AGE_MS = 1_000;

/** The merchant that the office entered; `keys` is undefined when the service has no private key that opens them. */
export interface OpenedMerchant extends EnteredMerchant {
  readonly keys: Merchant | undefined;
}

/**
 * Finds the merchants of counties. Keys that the office entered override the operator's file (DECISIONS.md#panel-60).
 * If the office's keys cannot be opened, the keys in the file are not used instead, because money could then go to
 * another account.
 */
@Injectable()
export class CountyMerchants extends Merchants {
  private readonly opener: TextOpener;
  private readonly file: Merchants;
  private readonly copies = new FreshCopies(MAX_AGE_MS, (county) => this.read(county));
  /** Sealed texts that could not be opened and that the log already mentions. */
  private readonly told = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly entered: CardMerchantRepository,
    @Inject(CONFIG) config: Pick<Config, 'cardSealingKeys' | 'cardCredentialsFile'>,
  ) {
    super();
    this.opener = new TextOpener(config.cardSealingKeys);
    this.file = operatorMerchants(config);
  }

  async find(county: string): Promise<Merchant | undefined> {
    const entered = await this.copies.get(county);
    return entered ? entered.keys : this.file.find(county);
  }

  /** Finds the merchant that the county's office entered; undefined when the county uses the operator's file. */
  findEntered(county: string): Promise<OpenedMerchant | undefined> {
    return this.copies.get(county);
  }

  /** Forgets the cached merchant after a change: this replica sees the change at once, the others within a second. */
  drop(county: string): void {
    this.copies.drop(county);
  }

  open(county: string, sealed: string): string | undefined {
    return this.opener.open(cardKeysOf(county), sealed);
  }

  /** Seals a county's keys for this service; undefined without a key pair. */
  seal(county: string, keys: Merchant): string | undefined {
    return this.opener.seal(cardKeysOf(county), JSON.stringify(keys));
  }

  private read(county: string): Promise<OpenedMerchant | undefined> {
    return this.database.withCounty(county, async (tx) => {
      const found = await this.entered.find(tx);
      if (!found) return undefined;
      const keys = this.keysOf(county, found.sealed);
      if (keys && !this.opener.isCurrent(found.sealed)) {
        const again = this.seal(county, keys);
        if (again !== undefined) await this.entered.reseal(tx, found.sealed, again);
      }
      return { ...found, keys };
    });
  }

  private keysOf(county: string, sealed: string): Merchant | undefined {
    const text = this.open(county, sealed);
    if (text !== undefined) return z.parse(merchantShape, JSON.parse(text));
    if (!this.told.has(sealed)) log.error({ county }, 'the card keys of a county do not open');
    this.told.add(sealed);
    return undefined;
  }
}
