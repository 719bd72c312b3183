import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import classes from './newcomers.module.css'

interface WaitingNoticeProps {
  since: string
  /** One line, for screens that are filled by a map. */
  compact: boolean
}

/** Shown on every page until a moderator has decided: what that means, and how long it takes. */
export function WaitingNotice({ since, compact }: WaitingNoticeProps) {
  const { t } = useTranslation('newcomers')
  const days = useConfig()?.gate?.answer_days
  if (compact) return <p className={classes.line}>{t('waiting.title')}</p>
  return (
    <div className={classes.notice}>
      <Notice title={t('waiting.title')}>
        <p>{t('waiting.body')}</p>
        <p>
          {t('waiting.since', { day: dateInWords(since) })}
          {days === undefined ? null : ` ${t('waiting.days', { count: days })}`}
        </p>
      </Notice>
    </div>
  )
}
