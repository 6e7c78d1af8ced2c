import { Body, Controller, Post } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { type RawJson, RpcClient } from '@portal/infra/rpc';
import type { DocumentKey } from '@portal/proto/document-key';
import { detailsRequest, recordRequest, type LegalDetails } from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import { ok, type Result } from '@portal/proto/result';
import { getDocumentDetails, getLegalDetails, getRecordDetails } from '@portal/proto/rpc/search';
import { parseInput } from '../answers/refusal.js';
import { ReadingLimits } from '../edge/reading-limits.js';
import { Allow, everyone } from '../session/access.js';
import { UsageBalance } from '../session/usage-balance.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { recordKey } from './record-key.js';

/** Returns the details of a selected row (B4-17). */
@Controller('search')
@Allow(...everyone)
export class DetailsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly balance: UsageBalance,
    private readonly limits: ReadingLimits,
  ) {}

  /** Returns the details of a document (B4-18). */
  @Post('documentDetails')
  async document(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<RawJson>> {
    const documentKey = await this.counted(visit, parseInput(detailsRequest, body).docId);
    const answer = await this.rpc.callRaw(getDocumentDetails, { documentKey }, { actor: actorOf(visit) });
    this.balance.forgetCardOf(visit);
    return answer;
  }

  /** Returns the details of a certificate (B5-08). */
  @Post('torrensCertificateDetails')
  certificate(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<RawJson>> {
    return this.record('certificates', body, visit);
  }

  /** Returns the details of a tax lien (B6-14). */
  @Post('taxLienDetails')
  taxLien(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<RawJson>> {
    return this.record('taxLiens', body, visit);
  }

  /** Returns the details of a book entry (B6-06). */
  @Post('grantorGranteeBookDetails')
  bookEntry(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<RawJson>> {
    return this.record('bookEntries', body, visit);
  }

  /** Returns the details of a tract book entry (B6-20). */
  @Post('tractBookDetails')
  tractBook(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<RawJson>> {
    return this.record('tractBooks', body, visit);
  }

  /** Returns legal details (B7-17, B7-18). The search service names the columns with catalog keys. */
  @Post('legalDescriptionDetails')
  async legal(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<LegalDetails>> {
    const documentKey = await this.counted(visit, parseInput(recordRequest, body).id);
    const actor = actorOf(visit);
    const answer = await this.rpc.call(getLegalDetails, { documentKey }, { actor });
    if (!answer.ok) return answer;
    const inWords = (keys: string[]): string[] => keys.map((key) => this.catalogue.text(actor.language, key));
    const { metesAndBoundsHeaders, lotsAndBlocksHeaders, condoHeaders } = answer.value;
    return ok({
      ...answer.value,
      metesAndBoundsHeaders: inWords(metesAndBoundsHeaders),
      lotsAndBlocksHeaders: inWords(lotsAndBlocksHeaders),
      condoHeaders: inWords(condoHeaders),
    });
  }

  private async record(
    kind: Exclude<ResultKind, 'documents'>,
    body: unknown,
    visit: Visit,
  ): Promise<Result<RawJson>> {
    const key = await this.counted(visit, parseInput(detailsRequest, body).docId);
    const answer = await this.rpc.callRaw(getRecordDetails, { kind, key }, { actor: actorOf(visit) });
    this.balance.forgetCardOf(visit);
    return answer;
  }

  private async counted(visit: Visit, id: string): Promise<DocumentKey> {
    const key = recordKey(id);
    await this.limits.countRecord(visit, key);
    return key;
  }
}
