/** `text` as one of these values; undefined for any other. */
export const asOneOf = <Value extends string>(
  values: readonly Value[],
  text: string,
): Value | undefined => values.find((value) => value === text)
