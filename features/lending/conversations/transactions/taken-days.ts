/** Calendar days such as `2026-11-21`, the last one included. */
export interface TakenSpan {
  from: string
  until: string
}

/**
 * The first of the taken days that some days touch; null where all of them are free.
 * @param taken in their order, as the server answers them
 */
export function firstTaken(
  taken: readonly TakenSpan[],
  { from, until }: TakenSpan,
): TakenSpan | null {
  return taken.find((span) => span.from <= until && from <= span.until) ?? null
}
