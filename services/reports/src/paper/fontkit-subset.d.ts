import 'fontkit';

declare module 'fontkit' {
  interface Subset {
    /** @returns the number of the glyph in the subset; the types of the library describe another version */
    includeGlyph(glyph: number): number;
  }
}
