import type { Language } from '#platform/shared/languages.ts'
import { formatNumber } from '../../start/numbers.ts'
import './letterbox-cluster.css'

interface LetterboxCluster {
  /** The number; its box must have the size below. */
  label: string
  /** Size in px; the centre of the cluster is its place on the map. */
  width: number
  height: number
}

/** Count limits and sizes in px: larger clusters get a larger block, and the number always fits. */
const SIZES = [
  { below: 10, width: 40, height: 40 },
  { below: 100, width: 46, height: 44 },
  { below: 1_000, width: 54, height: 50 },
  { below: 10_000, width: 62, height: 56 },
  { below: Number.POSITIVE_INFINITY, width: 74, height: 62 },
] as const

/**
 * The letterbox-shaped badge of a cluster.
 * @param count letterboxes in the cluster, at least 2
 */
export function letterboxCluster(count: number, language: Language): LetterboxCluster {
  const size = SIZES.find(({ below }) => count < below) ?? SIZES[4]
  const label = formatNumber(count, language)
  return {
    label,
    width: size.width,
    height: size.height,
  }
}
