declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt' | 'woff' | 'woff2';
    /** Tags of the OpenType features to keep; all unless given. */
    keepFeatures?: readonly string[];
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }

  /** The font with what the characters of the text need. */
  function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
  export { subsetFont as default };
}
