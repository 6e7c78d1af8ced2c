import { createHash } from 'node:crypto';

/** What the page index keeps of a page besides its place in a document. */
export interface PageForm {
  readonly kind: 'G4' | 'JPEG';
  /** Pixels as stored, before `orientation`. */
  readonly width: number;
  readonly height: number;
  readonly xDpi: number;
  readonly yDpi: number;
  /** As TIFF Orientation, 1 to 8. */
  readonly orientation: number;
  /** 0 WhiteIsZero as usual; 1: what the codec calls black is shown white. G4 only. */
  readonly photometric: 0 | 1;
  /** 1 for G4 and grey, 3 for colour. */
  readonly components: 1 | 3;
  /** Rows above the first that could not be read; `height` when none is missing. */
  readonly rows: number;
  /** Something of the page could not be read or had to be repaired. */
  readonly damaged: boolean;
}

export interface VerifiedPage extends PageForm {
  /** One T.6 stream, most significant bit first, or one JPEG without foreign segments. */
  readonly bytes: Buffer;
  readonly sha256: string;
}

/**
 * Address of a page's content: hash of its bytes and of everything that decides how its pixels look on which paper, so
 * that two pages with one address have one picture of one size.
 */
export function pageHash(form: PageForm, bytes: Uint8Array): string {
  const look = [...lookOf(form), form.xDpi, form.yDpi, form.damaged].join(' ');
  return createHash('sha256').update(`${look}\n`).update(bytes).digest('hex');
}

/** Addresses of pages that were taken in before their density was a part of them. */
export const earlierPageHash = (form: PageForm, bytes: Uint8Array): string =>
  createHash('sha256')
    .update(`${lookOf(form).join(' ')}\n`)
    .update(bytes)
    .digest('hex');

const lookOf = (form: PageForm): (string | number)[] => [
  form.kind,
  form.width,
  form.height,
  form.orientation,
  form.photometric,
  form.rows,
];

export const storedPage = (form: PageForm, bytes: Buffer): VerifiedPage => ({
  ...form,
  bytes,
  sha256: pageHash(form, bytes),
});
