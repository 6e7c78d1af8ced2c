import { Body, Controller, Post, Res } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RpcClient } from '@portal/infra/rpc';
import { accountExportRequest, type ManagedAccount } from '@portal/proto/http/accounts';
import { userExportRequest } from '@portal/proto/http/user-manager';
import type { Result } from '@portal/proto/result';
import { exportManagedAccounts } from '@portal/proto/rpc/account-manager';
import { listAccountFunds, type AccountFunds } from '@portal/proto/rpc/payments';
import { exportBatch, exportManagedUsers } from '@portal/proto/rpc/user-manager';
import type { FastifyReply } from 'fastify';
import { SENT } from '../answers/answer.interceptor.js';
import { parseInput, refuse } from '../answers/refusal.js';
import { Allow, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { allOf, sendWorkbook } from '../spreadsheet/send-workbook.js';
import { ExportSheets } from './export-sheets.js';

/** Sends a whole list as a spreadsheet. The list is read and sent in parts. */
@Controller()
export class ListExportController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
  ) {}

  /** Exports the users (C1-45). */
  @Post('userManager/userExport')
  @Allow('TRIMIN', 'COUNTY', 'ACCOUNT')
  @Unproved('nothing is changed')
  async users(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const filters = parseInput(userExportRequest, body);
    const read = async (after: string | null) =>
      valueOf(await this.rpc.call(exportManagedUsers, { ...filters, after }, { actor: actorOf(visit) }));
    const parts = allOf(await read(null), read, { size: exportBatch, keyOf: ({ username }) => username });
    await sendWorkbook(reply, 'users.xlsx', this.sheets(visit).users(parts));
    return SENT;
  }

  /** Exports the accounts (C2-63). */
  @Post('controlPanel/accountExport')
  @Allow('TRIMIN', 'COUNTY')
  @Unproved('nothing is changed')
  async accounts(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const filters = parseInput(accountExportRequest, body);
    const o = { actor: actorOf(visit) };
    const read = async (after: string | null) =>
      valueOf(await this.rpc.call(exportManagedAccounts, { ...filters, after }, o));
    const fundsOf = async (accounts: readonly ManagedAccount[]) => {
      const ids = accounts.map(({ id }) => id);
      const found = valueOf(await this.rpc.call(listAccountFunds, { accounts: ids }, o));
      return new Map<string, AccountFunds>(found.map((funds) => [funds.account, funds]));
    };
    const parts = allOf(await read(null), read, { size: exportBatch, keyOf: ({ name }) => name });
    await sendWorkbook(reply, 'accounts.xlsx', this.sheets(visit).accounts(parts, fundsOf));
    return SENT;
  }

  private sheets({ county }: Visit): ExportSheets {
    return new ExportSheets(this.catalogue, county.timeZone);
  }
}

/**
 * Returns the value of an answer.
 * @throws Refusal for an expected failure
 */
const valueOf = <T>(answer: Result<T>): T => (answer.ok ? answer.value : refuse(answer.code));
