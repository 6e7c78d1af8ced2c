import { RenderedPdfRow } from './download/rendered-pdf.entity.js';
import { Pages202611211720 } from './migrations/202611211720-pages.js';
import { RemovedDocuments202611222140 } from './migrations/202611222140-removed-documents.js';
import { DocumentImagesRow, RemovedDocumentRow, SealedDocumentRow } from './pages/document-images.entity.js';
import { DocumentPageRow, PageImageRow } from './pages/page.entity.js';
import { Filings202611230725 } from './migrations/202611230725-filings.js';
import { FilingCorrections202611231040 } from './migrations/202611231040-filing-corrections.js';
import { FilingPackages202611231830 } from './migrations/202611231830-filing-packages.js';
import { FilingStates202611231045 } from './migrations/202611231045-filing-states.js';
import { FilingWaiting202611231115 } from './migrations/202611231115-filing-waiting.js';
import { FilingWithdrawals202611231105 } from './migrations/202611231105-filing-withdrawals.js';
import { UnsentFilings202611231106 } from './migrations/202611231106-unsent-filings.js';
import { RecordedFilings202611231742 } from './migrations/202611231742-recorded-filings.js';
import { ImageRuns202611270035 } from './migrations/202611270035-image-runs.js';
import { PaidFilings202611231815 } from './migrations/202611231815-paid-filings.js';
import { RetellingLater202611242140 } from './migrations/202611242140-retelling-later.js';
import { ExchangeRetention202611262330 } from './migrations/202611262330-exchange-retention.js';
import { ExchangeTurns202611272230 } from './migrations/202611272230-exchange-turns.js';
import { FilingSendings202611291800 } from './migrations/202611291800-filing-sendings.js';
import { FactRepair202611222205 } from './migrations/202611222205-fact-repair.js';

export const serviceName = 'imaging';

export const migrations = [
  Pages202611211720,
  RemovedDocuments202611222140,
  FactRepair202611222205,
  Filings202611230725,
  FilingCorrections202611231040,
  FilingStates202611231045,
  FilingWaiting202611231115,
  FilingWithdrawals202611231105,
  UnsentFilings202611231106,
  RecordedFilings202611231742,
  PaidFilings202611231815,
  FilingPackages202611231830,
  RetellingLater202611242140,
  ExchangeRetention202611262330,
  ImageRuns202611270035,
  ExchangeTurns202611272230,
  FilingSendings202611291800,
];

export const tables = {
  service: serviceName,
  entities: [
    PageImageRow,
    DocumentPageRow,
    DocumentImagesRow,
    SealedDocumentRow,
    RemovedDocumentRow,
    RenderedPdfRow,
  ],
  migrations,
};
