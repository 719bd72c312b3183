/** Calendar days such as `2026-11-21`, the last one included. */
export interface TakenSpan {
  from: string
  until: string
}

/**
 * The first of the taken spans that overlaps the given days; null if all of them are free.
 * @param taken in order, as the server returns them
 */
export function firstTaken(
  taken: readonly TakenSpan[],
  { from, until }: TakenSpan,
): TakenSpan | null {
  return taken.find((span) => span.from <= until && from <= span.until) ?? null
}
