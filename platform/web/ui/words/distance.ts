import type { Language } from '#platform/shared/languages.ts'
import { formatNumber } from '../../start/numbers.ts'

/** Below 1000 m in metres with at most one decimal, otherwise in kilometres with at most two. */
export function formatDistance(metres: number, language: Language): string {
  const rounded = Math.round(metres * 10) / 10
  const near = rounded < 1000
  return formatNumber(near ? rounded : metres / 1000, language, {
    style: 'unit',
    unit: near ? 'meter' : 'kilometer',
    maximumFractionDigits: near ? 1 : 2,
  })
}
