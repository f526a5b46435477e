declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt' | 'woff' | 'woff2';
    /** Tags of the OpenType features to keep; all by default. */
    keepFeatures?: readonly string[];
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }

  /** Reduces the font to the glyphs that the text needs. */
  function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
  export { subsetFont as default };
}
