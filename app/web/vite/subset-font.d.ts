/** Types for the part of the package that we use; it has none of its own. */
declare module 'subset-font' {
  /**
   * @param text the characters to keep
   * @returns the smaller font
   */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      /** OpenType features to keep; default: all. */
      keepFeatures?: string[]
      variationAxes?: Record<string, { min: number; max: number }>
    },
  ): Promise<Buffer>
}
