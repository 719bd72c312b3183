import { translate } from '#platform/web/start/texts.ts'
import { countInWords } from '#platform/web/ui/words/month-words.ts'
import type { ImpactTotal } from '../contract.ts'
import { FEWEST_TOLD } from '../impact-limits.ts'

/** A count, or a text that it is too low to be shown. */
export const hiddenCountInWords = (count: number | null) =>
  count === null ? translate('impact:fewer', { fewest: FEWEST_TOLD }) : countInWords(count)

export function totalInWords({ count, at_least }: ImpactTotal): string {
  if (count === null || !at_least) return hiddenCountInWords(count)
  return translate('impact:atLeast', { count: countInWords(count) })
}
