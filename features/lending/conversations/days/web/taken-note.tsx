import { communityToday } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { firstTaken, type TakenSpan } from '../taken-days.ts'
import { type Days, dayInWords, daysInWords } from './loan-dates.ts'
import classes from './taken-note.module.css'

interface TakenNoteProps {
  taken: readonly TakenSpan[] | undefined
  /** Null if no day is chosen; then nothing is shown. */
  days: Days | null
  /** What the user can still do. */
  hint?: string
}

/**
 * Shows that a thing is promised to another borrower on some of the chosen days, and until when. Screen readers
 * announce it as soon as such days are chosen.
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
