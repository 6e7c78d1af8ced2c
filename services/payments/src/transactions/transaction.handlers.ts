import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { getTransactionTotals, listTransactions } from '@portal/proto/rpc/transactions';
import { TransactionService } from './transaction.service.js';

@Controller()
export class TransactionHandlers {
  constructor(private readonly transactions: TransactionService) {}

  @Handle(getTransactionTotals)
  totals(
    { scope }: Parsed<typeof getTransactionTotals>,
    { actor }: Call,
  ): Promise<Reply<typeof getTransactionTotals>> {
    return this.transactions.totals(actor, scope);
  }

  @Handle(listTransactions)
  list(input: Parsed<typeof listTransactions>, { actor }: Call): Promise<Reply<typeof listTransactions>> {
    return this.transactions.list(actor, input);
  }
}
