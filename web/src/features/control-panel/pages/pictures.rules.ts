import { slideNames } from '@portal/proto/http/login-page';
import { largestPicture } from '@portal/proto/site-pictures';

/** Kinds of files that the server takes. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Six file names, first slide first; '' where the county has uploaded none. */
export const slidesIn = (value: unknown): string[] =>
  slideNames.map((_place, at) => (Array.isArray(value) ? String(value[at] ?? '') : ''));

/** What is saved: empty places at the end are left out. */
const kept = (names: readonly string[]): string[] =>
  names.slice(0, names.findLastIndex((name) => name !== '') + 1);

/** The slides with another picture at a place; '' takes it out. */
export const withSlide = (value: unknown, at: number, name: string): string[] =>
  kept(slidesIn(value).with(at, name));

/** The slides with two places exchanged. */
export const withSlidesMoved = (value: unknown, at: number, to: number): string[] => {
  const names = slidesIn(value);
  return kept(names.with(at, names[to] ?? '').with(to, names[at] ?? ''));
};

/**
 * Key of what the browser can say of a file by itself. Size is told here, for the server closes the line on a file that
 * is too large; what is in the file, the server reads.
 */
export const faultOfFile = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  if (!pictureTypes.some((known) => known === type)) return 'panel-pages:pictures.wrongKind';
  return size > largestPicture ? 'panel-pages:pictures.tooLarge' : undefined;
};
