import { distanceInMetres, type Position } from '#platform/shared/geography.ts'

/** In metres. Nothing nearer counts as far. */
const NEVER_FAR = 30_000
/** Factor over the median distance from the middle. */
const TIMES_FARTHER = 5
/** With fewer places the middle is not meaningful. */
const FEWEST_PLACES = 5

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/**
 * Places far from the others: more than 30 km from the middle, and more than five times the median distance, so that a
 * community spread over a whole country has none.
 * @param places the places to check
 * @param community existing places, which also count for the middle
 * @returns distance from the middle in metres, keyed by the index of the place
 */
export function findFar(
  places: readonly Position[],
  community: readonly Position[],
): Map<number, number> {
  const all = [...places, ...community]
  if (all.length < FEWEST_PLACES) return new Map()
  const middle = {
    latitude: median(all.map(({ latitude }) => latitude)),
    longitude: median(all.map(({ longitude }) => longitude)),
  }
  const half = median(all.map((place) => distanceInMetres(place, middle)))
  const limit = Math.max(NEVER_FAR, TIMES_FARTHER * half)
  return new Map(
    places
      .map((place, index) => [index, distanceInMetres(place, middle)] as const)
      .filter(([, metres]) => metres > limit),
  )
}
