import { Inject, Injectable } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient, RpcFailure } from '@portal/infra/rpc';
import { dollars } from '@portal/proto/amounts';
import { usDate } from '@portal/proto/dates';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import { listUsernames } from '@portal/proto/rpc/identity';
import { getPurchase, listSpending, type Purchase } from '@portal/proto/rpc/purchases';
import type { exportSpending, writeReceipt } from '@portal/proto/rpc/receipts';
import { writeCsv } from '../exports/csv-writer.js';
import { ExportFiles } from '../exports/export-files.js';
import type { Listing } from '../exports/listing.js';
import { writePdf } from '../exports/pdf-writer.js';
import { receiptSheet } from './receipt-sheet.js';
import { receiptFacts, receiptRemark, receiptTable } from './receipt.rules.js';

/** Writes receipts and spending reports as files. The data come from the payments service, with the actor's rights. */
@Injectable()
export class ReceiptService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sections: CountySections,
    private readonly files: ExportFiles,
    private readonly catalogue: Catalogue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws RpcFailure when the payments service or the identity service does not answer */
  async receipt(
    actor: Actor,
    asked: Parsed<typeof writeReceipt>,
  ): Promise<Result<Output<typeof writeReceipt>, 'ORDER_NOT_FOUND'>> {
    const found = await this.rpc.call(getPurchase, asked, { actor });
    if (!found.ok) {
      if (found.code === 'ORDER_NOT_FOUND') return fail('ORDER_NOT_FOUND');
      throw new RpcFailure(getPurchase.name, found);
    }
    const purchase = found.value;
    const sheet = await this.sheetOf(actor);
    const terms = { ...sheet, username: await this.buyerOf(actor, purchase) };
    const listing: Listing = {
      ...sheet.listing,
      heading: sheet.t('receipts:heading'),
      criteria: receiptFacts(purchase, terms),
      summary: receiptRemark(purchase, terms),
      ...receiptTable(purchase, terms),
    };
    const name = `Receipt-${purchase.id.slice(0, 8).toUpperCase()}`;
    return ok(await this.files.keep(actor.county, name, 'PDF', await writePdf(listing)));
  }

  async spending(
    actor: Actor,
    { from, to }: Parsed<typeof exportSpending>,
  ): Promise<Result<Output<typeof exportSpending>, never>> {
    const { spending, searches } = await this.rpc.callOrThrow(listSpending, { from, to }, { actor });
    const { t, listing } = await this.sheetOf(actor);
    const word = (key: string): string => t(`receipts:spending.${key}`);
    const rows = spending.map(({ reference, orders, pages, charged, images }) => [
      reference || word('none'),
      ...[String(orders), String(pages), dollars(charged), String(images)],
    ]);
    if (searches.count > 0)
      rows.push([word('searches'), String(searches.count), '', dollars(searches.charged), '']);
    const columns = ['reference', 'orders', 'pages', 'charged', 'images'].map((key) => ({
      heading: word(key),
      share: 20,
    }));
    const range = t('receipts:spending.range', { from: usDate(from), to: usDate(to) });
    const criteria = [{ key: word('dates'), value: range }];
    const content = writeCsv({ ...listing, heading: word('heading'), criteria, summary: '', columns, rows });
    return ok(await this.files.keep(actor.county, `Spending-${from}-${to}`, 'CSV', content));
  }

  private sheetOf(actor: Actor): ReturnType<typeof receiptSheet> {
    return receiptSheet(this.sections, this.catalogue, this.clock, actor);
  }

  /**
   * Finds the buyer's username. The buyer may be another user, because an account's administrator may print the
   * receipts of all users of the account.
   */
  private async buyerOf(actor: Actor, { userId }: Purchase): Promise<string> {
    if (userId === actor.user) return actor.username;
    const named = await this.rpc.callOrThrow(listUsernames, { users: [userId] }, { actor });
    return named[0]?.username ?? '';
  }
}
