import { act, fireEvent, screen, within } from '@testing-library/react';
import type { DownloadOrder } from '@portal/proto/http/orders';
import {
  parsePages,
  selectedPages,
  writePages,
  type PageSelectionMethod,
} from '@portal/proto/page-selection';
import { openImages } from '../src/shared/image-request.js';
import { openPortal, refuse, settle, type Handler, type PortalTerms } from './portal.js';

const picture = btoa('jpeg');

const selectionOf = (method: PageSelectionMethod, csv: string, pageCount: number) => {
  const pages = selectedPages(method, csv, pageCount);
  if (!pages.ok) return refuse({ message: `Document does not have a page ${pages.params?.entered}` });
  return {
    pageSelectionMethod: method,
    selectedAsCsv: method === 'ENTIRE_DOCUMENT' ? csv : writePages(pages.value),
    selectedAsBoolean: Array.from({ length: pageCount }, (_page, index) => pages.value.includes(index + 1)),
  };
};

interface Settings {
  pageSelectionMethod: PageSelectionMethod;
  selectedAsCsv: string;
}

const changed = (
  change: string,
  { pageSelectionMethod, selectedAsCsv }: Settings,
  page: number,
  pageCount: number,
) => {
  const before = selectedPages(pageSelectionMethod, selectedAsCsv, pageCount);
  const pages = new Set(before.ok ? before.value : []);
  if (change === 'PAGE_TOGGLED' && !pages.delete(page)) pages.add(page);
  if (change === 'KEEP_PAGE') pages.add(page);
  if (change === 'IGNORE_PAGE') pages.delete(page);
  return ['PAGE_TOGGLED', 'KEEP_PAGE', 'IGNORE_PAGE'].includes(change)
    ? selectionOf('CSV_PAGES', writePages([...pages].sort((a, b) => a - b)), pageCount)
    : selectionOf(pageSelectionMethod, selectedAsCsv, pageCount);
};

/** The server's answers to the imaging calls for a document with `pageCount` pages. */
export const imagingOf = (pageCount: number): Record<string, Handler> => ({
  'imaging/getThumbnails': (body) => {
    const first = Number(body.page);
    const { pageSelectionMethod, selectedAsCsv } = body as unknown as Settings;
    return {
      header: {
        documentNumber: '1000001',
        documentType: 'A',
        pageCount,
        uiTitle: 'document A1000001',
        uiTitleBeginningOfSentence: 'Document A1000001',
      },
      pagesSelected: selectionOf(pageSelectionMethod, selectedAsCsv, pageCount),
      thumbnails: Array.from({ length: Math.max(0, Math.min(5, pageCount - first + 1)) }, (_page, index) => ({
        page: first + index,
        image: picture,
        width: 200,
        height: 259,
        selected: true,
        damaged: first + index === 7,
      })),
    };
  },
  'imaging/updateImagePreviewSettings': ({ imagePreviewSettingChange, imagePreviewSettings, page }) =>
    changed(String(imagePreviewSettingChange), imagePreviewSettings as Settings, Number(page), pageCount),
  'imaging/document/A1000001/page/2/zoom': () => ({
    width: 1080,
    height: 1400,
    tileSize: 512,
    levels: 3,
    rendition: 'r',
  }),
  'imaging/cancelImageState': () => ({}),
});

export const someOrder = (
  schedule: Partial<DownloadOrder['feeSchedule']> = {},
  options: Partial<DownloadOrder['imageState']['purchaseOptions']> = {},
): DownloadOrder => ({
  imageState: {
    guid: '0b51c8b6-0000-4000-8000-000000000001',
    hasBuyOptions: false,
    purchaseOptions: { flatFeeOptions: null, escrowOptions: null, creditCardOptions: null, ...options },
  },
  feeSchedule: {
    insufficientBalance: false,
    beginningBalance: { description: 'Beginning balance', value: '$100.00' },
    endingBalance: { description: 'Ending balance', value: '$96.00' },
    purchaseMessage: 'This order will be taken from your escrow balance.',
    singleItemPurchase: { item: { description: 'Warranty Deed A1000001', value: '$4.00' } },
    multipleItemPurchase: null,
    alreadyPurchasedMessage: '',
    insufficientBalanceMessage: '',
    noPurchasingOptionsAvailableMessage: '',
    downloadButtonText: 'Download',
    ...schedule,
  },
});

/** Opens the home page and, over it, the images of a document with `pageCount` pages. */
export const openPreview = async (
  pageCount: number,
  { handlers = {}, ...terms }: PortalTerms = {},
  documentKey = 'A1000001',
) => {
  const portal = await openPortal('/home', { ...terms, handlers: { ...imagingOf(pageCount), ...handlers } });
  act(() => openImages({ documentKey, instrumentCode: 'WD' }));
  await settle();
  return portal;
};
export type PreviewPortal = Awaited<ReturnType<typeof openPreview>>;

export const preview = () => within(screen.getByRole('dialog', { name: /page\(s\)\.$/ }));
export const press = async ({ user }: PreviewPortal, name: string | RegExp): Promise<void> => {
  await user.click(screen.getByRole('button', { name }));
  await settle();
};
export const shownPages = (): string[] =>
  [...document.querySelectorAll('.thumb img')].map(
    (image) => /\d+/.exec(image.getAttribute('alt') ?? '')?.[0] ?? '',
  );
export const pagesBox = () => screen.getByLabelText<HTMLInputElement>('Page numbers');
export const enterPages = async (text: string): Promise<void> => {
  fireEvent.change(pagesBox(), { target: { value: text } });
  fireEvent.blur(pagesBox());
  await settle();
};
export const alertText = (): string | null =>
  screen.queryByRole('alertdialog')?.querySelector('h1')?.textContent ?? null;
export const checkedPages = (): boolean[] =>
  preview()
    .getAllByRole<HTMLInputElement>('checkbox')
    .map(({ checked }) => checked);
export const updates = ({ server }: PreviewPortal) =>
  server
    .callsTo('imaging/updateImagePreviewSettings')
    .map(({ body }) => [body.imagePreviewSettingChange, body.page]);
export const pagesOf = (csv: string): number[] => {
  const read = parsePages(csv, 1_000);
  return read.ok ? read.value : [];
};

export const closeAlert = async ({ user }: PreviewPortal): Promise<void> => {
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Close' }));
  await settle();
};
