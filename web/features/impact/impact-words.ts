import type { ImpactTotal } from '@letterlend/contract/impact.ts'
import { FEWEST_TOLD } from '@letterlend/contract/impact-limits.ts'
import { translate } from '../../start/texts.ts'
import { countInWords } from '../../ui/month-words.ts'

/** A count, or that it is too low to be told. */
export const hiddenCountInWords = (count: number | null) =>
  count === null ? translate('impact:fewer', { fewest: FEWEST_TOLD }) : countInWords(count)

export function totalInWords({ count, at_least }: ImpactTotal): string {
  if (count === null || !at_least) return hiddenCountInWords(count)
  return translate('impact:atLeast', { count: countInWords(count) })
}
