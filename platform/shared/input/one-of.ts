/** `text` as one of these values; undefined for any other. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string,
): Value | undefined => values.find((value) => value === text)
