import { Inject, Injectable } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient, RpcFailure } from '@portal/infra/rpc';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { getOfficeEntry } from '@portal/proto/rpc/cashier';
import type { Output } from '@portal/proto/rpc/contract';
import { describeAccounts, listUsernames } from '@portal/proto/rpc/identity';
import type { writeOfficeReceipt } from '@portal/proto/rpc/receipts';
import { ExportFiles } from '../exports/export-files.js';
import { writePdf } from '../exports/pdf-writer.js';
import { officeFacts, officeTable } from './office-receipt.rules.js';
import { receiptSheet } from './receipt-sheet.js';

/** Writes the receipts that the office hands over at its counter. */
@Injectable()
export class OfficeReceiptService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sections: CountySections,
    private readonly files: ExportFiles,
    private readonly catalogue: Catalogue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Writes the receipt of an entry; NOT_FOUND unless the entry is posted.
   * @throws RpcFailure when the payments service or the identity service does not answer
   */
  async write(actor: Actor, id: string): Promise<Result<Output<typeof writeOfficeReceipt>, 'NOT_FOUND'>> {
    const found = await this.rpc.call(getOfficeEntry, { id }, { actor });
    if (!found.ok && found.code !== 'NOT_FOUND') throw new RpcFailure(getOfficeEntry.name, found);
    if (!found.ok || found.value.state !== 'POSTED') return fail('NOT_FOUND');
    const entry = found.value;
    const [account] = await this.rpc.callOrThrow(describeAccounts, { accounts: [entry.account] }, { actor });
    const [clerk] = await this.rpc.callOrThrow(listUsernames, { users: [entry.enteredBy] }, { actor });
    const { t, timeZone, listing } = await receiptSheet(this.sections, this.catalogue, this.clock, actor);
    const names = { account: account?.name ?? '', clerk: clerk?.username ?? '' };
    const content = await writePdf({
      ...listing,
      heading: t('receipts:heading'),
      criteria: officeFacts(entry, { t, timeZone, ...names }),
      summary: '',
      ...officeTable(entry, t),
    });
    return ok(await this.files.keep(actor.county, `Receipt-${id.slice(0, 8).toUpperCase()}`, 'PDF', content));
  }
}
