/** Narrows `text` to one of these values; undefined for any other text. */
export const asOneOf = <Value extends string>(
  values: readonly Value[],
  text: string,
): Value | undefined => values.find((value) => value === text)
