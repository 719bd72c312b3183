import {
  firstTaken,
  type TakenSpan,
} from '#features/lending/conversations/transactions/taken-days.ts'
import { communityToday } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { type Days, dayInWords, daysInWords } from './loan-dates.ts'
import classes from './taken-note.module.css'

interface TakenNoteProps {
  taken: readonly TakenSpan[] | undefined
  /** Null where no day is named: then it is about nothing. */
  days: Days | null
  /** What can be done all the same. */
  hint?: string
}

/**
 * Says that a thing is promised to somebody on some of the days, and until when. Screen readers hear it as soon as such
 * days are chosen.
 */
export function TakenNote({ taken, days, hint }: TakenNoteProps) {
  const { t } = useTranslation('days')
  const language = currentLanguage()
  const chosen = days && { from: days.from, until: days.until ?? days.from }
  const span = chosen && taken ? firstTaken(taken, chosen) : null
  const words = () => {
    if (!span || !chosen) return null
    if (span.until === communityToday()) return t('taken.today')
    if (span.from > chosen.from) return t('taken.days', { when: daysInWords(span, language) })
    return t('taken.until', { when: dayInWords(span.until, language) })
  }
  return (
    <p className={classes.note} role="status">
      {span ? <Icon name="calendar" size={20} /> : null}
      {span ? (
        <span>
          {words()} {hint}
        </span>
      ) : null}
    </p>
  )
}
