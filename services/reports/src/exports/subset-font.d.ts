declare module 'subset-font' {
  /** Extracts a part of a font. The part may have another format, and its axes may be fixed at given values. */
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: {
      readonly targetFormat: 'sfnt';
      readonly variationAxes?: Readonly<Record<string, number>>;
      readonly keepAllGlyphs?: boolean;
    },
  ): Promise<Buffer>;
}
