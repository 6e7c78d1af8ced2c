declare module 'subset-font' {
  /** Extracts a part of a font, in another format or at fixed values of its axes. */
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
