import 'fontkit';

declare module 'fontkit' {
  interface Subset {
    /** @returns the number of the glyph in the subset; the library's own types describe another version */
    includeGlyph(glyph: number): number;
  }
}
