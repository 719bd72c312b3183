import {
  type Happening,
  lastHappening,
  shortTime,
} from '#features/lending/conversations/messages/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { Language } from '#platform/shared/languages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { relativeFormat } from '#platform/web/ui/words/relative-format.ts'
import { useEventText } from './card/event-line.tsx'

/** The name of the member of the user's household who did something; null for the user and for the other side. */
export type WriterOf = (happening: Pick<Happening, 'own' | 'author_id'>) => string | null

/** "1 minute ago"; after an hour the time as in lists. */
function agoInWords(at: Date, now: Date, language: Language): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS)
  return minutes < 60
    ? relativeFormat(language).format(-Math.max(1, minutes), 'minute')
    : shortTime(at, now, language)
}

/** The last event of a loan, by whom and when, in a sentence: "Anna said no (1 minute ago)". */
export function useWhatStands(otherName: string, writerOf: WriterOf) {
  const { t } = useTranslation('loans')
  const eventText = useEventText()
  return (transaction: Transaction, side: LoanSide): string => {
    const happening = lastHappening(transaction, side)
    if (!happening) return ''
    const what = eventText(happening, { otherName, writer: writerOf(happening) })
    const when = agoInWords(new Date(happening.created_at), new Date(), currentLanguage())
    return t('unsent.stands', { what, when })
  }
}

/** For screens that do not load the household: no member is named. */
export function useWriterOfHousehold(userId: string): WriterOf {
  const { t } = useTranslation('loans')
  return ({ own, author_id }) =>
    own && author_id !== null && author_id !== userId ? t('unsent.household') : null
}
