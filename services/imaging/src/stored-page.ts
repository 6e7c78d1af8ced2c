import { createHash } from 'node:crypto';

/** What the database stores about a page, except its position in a document. */
export interface PageForm {
  readonly kind: 'G4' | 'JPEG';
  /** Pixels as stored, before `orientation` is applied. */
  readonly width: number;
  readonly height: number;
  readonly xDpi: number;
  readonly yDpi: number;
  /** The orientation as a value of the TIFF tag Orientation, 1 to 8. */
  readonly orientation: number;
  /** 0 is WhiteIsZero, the usual case. 1 means that the codec's black is shown as white. Only G4 pages can have 1. */
  readonly photometric: 0 | 1;
  /** 1 for G4 and gray, 3 for color. */
  readonly components: 1 | 3;
  /** The number of readable rows before the first unreadable one; `height` when none is missing. */
  readonly rows: number;
  /** True if a part of the page was unreadable or repaired. */
  readonly damaged: boolean;
}

export interface VerifiedPage extends PageForm {
  /** One T.6 stream, most significant bit first, or one JPEG without other segments. */
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** A page whose content is in the object store. */
export interface KeptPage extends PageForm {
  /** The size of the content in bytes. */
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * The key of a page's content: a hash of its bytes and of everything that determines its appearance and paper size. Two
 * pages with the same key look the same.
 */
export function pageHash(form: PageForm, bytes: Uint8Array): string {
  const look = [...lookOf(form), form.xDpi, form.yDpi, form.damaged].join(' ');
  return createHash('sha256').update(`${look}\n`).update(bytes).digest('hex');
}

/** The key that a page had before the density was part of the key. */
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
