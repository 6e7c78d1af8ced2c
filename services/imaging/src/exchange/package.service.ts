import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { mostInPackage } from '@portal/proto/http/efile-exchange';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed, ResultOf } from '@portal/proto/rpc/contract';
import type {
  listExchangeAnswers,
  makePackage,
  openPackage,
  PackedFile,
} from '@portal/proto/rpc/efile-exchange';
import { EfileTerms } from '../efile/efile-terms.js';
import { FilingRepository, type Filing } from '../efile/filing.repository.js';
import { isOffice, userOf, wasSent, type Sent } from '../efile/filing.rules.js';
import { isMine } from '../efile/office.rules.js';
import { answersFolder } from './answer-folder.js';
import { PackageRepository } from './package.repository.js';
import { ArrivedAnswerRepository } from './arrived-answer.repository.js';
import { priaPackage, type PackedDocument } from './pria-package.js';

type Asked = Parsed<typeof makePackage>;
type Made = ResultOf<typeof makePackage>;
/** The filings of a package, and the number of filings in the range that are left out. */
type Chosen = Result<
  { readonly filings: readonly Sent[]; readonly skipped: number },
  'FILING_CLAIMED' | 'FILING_MOVED' | 'INVALID_INPUT' | 'NOT_FOUND'
>;

const mostAnswers = 25;

/** Packages of submissions for the office's land system (imaging/DESIGN.md#the-exchange). */
@Injectable()
export class PackageService {
  constructor(
    private readonly database: Database,
    private readonly filings: FilingRepository,
    private readonly packages: PackageRepository,
    private readonly answers: ArrivedAnswerRepository,
    private readonly terms: EfileTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async make(actor: Actor, asked: Asked): Promise<Made> {
    if (!isOffice(actor) || !(await this.terms.exchange(actor.county)).on) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx): Promise<Made> => {
      const chosen = await this.choose(tx, actor, asked);
      if (!chosen.ok) return chosen;
      const { filings, skipped } = chosen.value;
      const madeAt = this.clock.now();
      // claims the filings, so that nobody withdraws or decides them while the land system works on them
      const claim = { claimedBy: userOf(actor), claimedName: actor.username, claimedAt: madeAt };
      for (const { id, state } of filings)
        if (state === 'SUBMITTED') await this.filings.move(tx, id, 'SUBMITTED', 'IN_REVIEW', claim);
      const made = { id: randomUUID(), madeBy: userOf(actor), madeName: actor.username, madeAt };
      await this.packages.insert(
        tx,
        made,
        filings.map(({ id }) => id),
      );
      return ok({ packageId: made.id, count: filings.length, skipped });
    });
  }

  async open(actor: Actor, { packageId }: Parsed<typeof openPackage>): Promise<ResultOf<typeof openPackage>> {
    if (!isOffice(actor)) return fail('NOT_FOUND');
    const office = await this.terms.office(actor.county);
    return this.database.withCounty(actor.county, async (tx) => {
      const found = await this.packages.find(tx, packageId);
      if (!found) return fail('NOT_FOUND');
      const packed = (await this.packages.filingsOf(tx, packageId)).filter(wasSent).map(packedOf);
      const head = { id: found.id, madeAt: found.madeAt, county: actor.county, countyName: office.county };
      const fileName = `pria-${found.madeAt.toISOString().slice(0, 10)}-${found.id.slice(0, 8)}.zip`;
      const xml = priaPackage(
        head,
        packed.map(({ document }) => document),
      );
      return ok({ fileName, xml, files: packed.map(({ file }) => file) });
    });
  }

  async listAnswers(actor: Actor): Promise<ResultOf<typeof listExchangeAnswers>> {
    if (!isOffice(actor)) return fail('NOT_FOUND');
    const { on, folder } = await this.terms.exchange(actor.county);
    if (!on) return ok({ on, folder: '', answers: [] });
    const told = await this.database.withCounty(actor.county, (tx) => this.answers.listTold(tx, mostAnswers));
    const answers = told.map(({ id, fileName, arrivedAt, refused, why }) => ({
      ...{ id, fileName, arrivedAt: arrivedAt.toISOString(), refused, why: [...why] },
    }));
    return ok({ on, folder: answersFolder(actor.county, folder), answers });
  }

  private async choose(tx: Tx, actor: Actor, { filing: id, from, to }: Asked): Promise<Chosen> {
    if (id !== null) {
      const filing = await this.filings.lock(tx, id);
      if (!wasSent(filing)) return fail('NOT_FOUND');
      if (mayPack(filing, actor)) return ok({ filings: [filing], skipped: 0 });
      return filing.state === 'IN_REVIEW'
        ? fail('FILING_CLAIMED', { username: filing.claimedName ?? '' })
        : fail('FILING_MOVED');
    }
    const found = await this.packages.lockRange(tx, from ?? 1, to ?? 1, mostInPackage + 1);
    if (found.length > mostInPackage)
      return fail('INVALID_INPUT', undefined, { to: `filings:exchange.tooMany?n=${mostInPackage}` });
    const filings = found.filter(wasSent).filter((filing) => mayPack(filing, actor));
    if (filings.length === 0) return fail('INVALID_INPUT', undefined, { from: 'filings:exchange.nothing' });
    return ok({ filings, skipped: found.length - filings.length });
  }
}

const mayPack = (filing: Filing, actor: Actor): boolean =>
  filing.state === 'SUBMITTED' || filing.state === 'RECORDED' || isMine(filing, actor);

/** The copy with the stamp if there is one; otherwise the file as the sender uploaded it. */
function packedOf(filing: Sent): { document: PackedDocument; file: PackedFile } {
  const { objectKey, sha256, size, contentType, endorsedKey, endorsedSha256, endorsedSize } = filing;
  const isStamped = filing.state === 'RECORDED' && endorsedKey !== null;
  const stored = isStamped
    ? { objectKey: endorsedKey, sha256: endorsedSha256 ?? '', size: endorsedSize ?? 0 }
    : { objectKey, sha256, size };
  const type = isStamped ? 'application/pdf' : contentType;
  const name = `documents/${filing.number}.${type === 'image/tiff' ? 'tif' : 'pdf'}`;
  return {
    document: { filing, fileName: name, contentType: type, sha256: stored.sha256 },
    file: { name, ...stored },
  };
}
