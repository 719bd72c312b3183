import { distanceInMetres, type Position } from '#platform/shared/geography.ts'

/** Nearer than this nothing is far, in metres. */
const NEVER_FAR = 30_000
/** So many times farther from the middle than half of all are. */
const TIMES_FARTHER = 5
/** Of fewer places nobody knows where the middle is. */
const FEWEST_PLACES = 5

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/**
 * Which of the places lie far from the others: from their middle more than 30 km, and five times as far as half of
 * all. A community of a whole country has none for that reason alone.
 * @param places those in question
 * @param community places that are there already, which count for the middle as well
 * @returns by the place's index its distance from the middle, in metres
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
