/** The package brings no types along; this is what we use of it. */
declare module 'subset-font' {
  /**
   * @param text the letters that stay
   * @returns the smaller font
   */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      /** OpenType features that stay; without it all do. */
      keepFeatures?: string[]
      variationAxes?: Record<string, { min: number; max: number }>
    },
  ): Promise<Buffer>
}
