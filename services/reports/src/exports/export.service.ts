import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import type { ExportFormat } from '@portal/proto/http/search-results';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { exportSearch } from '@portal/proto/rpc/reports';
import type { SearchInput } from '@portal/proto/rpc/search';
import { writeCsv } from './csv-writer.js';
import { ExportFiles } from './export-files.js';
import { FoundRecordsReader, type SearchRefusal } from './found-records.reader.js';
import type { Listing } from './listing.js';
import { ListingWriter } from './listing.writer.js';
import { writePdf } from './pdf-writer.js';
import { writeXlsx } from './xlsx-writer.js';

type Exported = Result<Output<typeof exportSearch>, SearchRefusal | 'DOWNLOAD_NOT_ALLOWED'>;

const writers: Record<ExportFormat, (listing: Listing) => Buffer | Promise<Buffer>> = {
  PDF: writePdf,
  CSV: writeCsv,
  XLSX: writeXlsx,
};

/** Writes the results of a search as a file. */
@Injectable()
export class ExportService {
  constructor(
    private readonly sections: CountySections,
    private readonly found: FoundRecordsReader,
    private readonly listings: ListingWriter,
    private readonly files: ExportFiles,
  ) {}

  /** Everybody may print. Other formats are available only if the county offers downloads (B5-05, B8-11). */
  async export(actor: Actor, search: SearchInput, format: ExportFormat): Promise<Exported> {
    if (format !== 'PDF') {
      const { downloadResults } = await this.sections.get(actor.county, 'search2');
      if (!downloadResults) return fail('DOWNLOAD_NOT_ALLOWED');
    }
    const found = await this.found.read(actor, search);
    if (!found.ok) return found;
    const listing = await this.listings.write(actor, search, found.value);
    const content = await writers[format](listing);
    return ok(await this.files.keep(actor.county, 'SearchResultsReport', format, content));
  }
}
