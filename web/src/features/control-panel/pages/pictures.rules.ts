import { slideNames } from '@portal/proto/http/login-page';
import { largestPicture } from '@portal/proto/site-pictures';

/** Kinds of files that the server takes. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Six file names, first slide first; '' where the county has uploaded none. */
export const slidesIn = (value: unknown): string[] =>
  slideNames.map((_place, at) => (Array.isArray(value) ? String(value[at] ?? '') : ''));

/** The names to save, without empty names at the end. */
const kept = (names: readonly string[]): string[] =>
  names.slice(0, names.findLastIndex((name) => name !== '') + 1);

/** The slides after one picture was replaced; '' removes the picture. */
export const withSlide = (value: unknown, at: number, name: string): string[] =>
  kept(slidesIn(value).with(at, name));

/** The slides after two of them swapped positions. */
export const withSlidesMoved = (value: unknown, at: number, to: number): string[] => {
  const names: readonly (string | undefined)[] = slidesIn(value);
  return kept(slidesIn(names.with(at, names[to]).with(to, names[at])));
};

/**
 * The message key of a fault that the browser finds in a file. The browser checks the size, because the server would
 * close the connection on a file that is too large. The server checks the content.
 */
export const faultOfFile = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  if (!pictureTypes.some((known) => known === type)) return 'panel-pages:pictures.wrongKind';
  return size > largestPicture ? 'panel-pages:pictures.tooLarge' : undefined;
};
