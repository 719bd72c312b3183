import { useEffect, useRef } from 'react'
import { ApiError } from '#platform/web/data/api-client.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './borrow-form.module.css'
import { momentInWords } from './days/loan-dates.ts'
import type { AskForm } from './use-ask-form.ts'

interface AskFooterProps {
  ask: AskForm
  /** Letterboxes that are asked. */
  count: number
}

/** What stands at the end of a request: why it was refused, who is told what, and the button. */
export function AskFooter({ ask, count }: AskFooterProps) {
  const { t } = useTranslation('borrow')
  const footer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A failure and the button to try again would appear below the edge of a small screen.
    if (ask.error) footer.current?.scrollIntoView({ block: 'end' })
  }, [ask.error])
  return (
    <>
      {ask.error ? <AskFailure error={ask.error} /> : null}
      <div ref={footer} className={classes.footer}>
        <p className={classes.consent}>{t('consent')}</p>
        <AppButton type="submit" loading={ask.pending} disabled={count === 0}>
          {count > 1 ? t('sendSeveral', { count }) : t('send')}
        </AppButton>
      </div>
    </>
  )
}

/** From here on a time of day says more than a number of minutes. */
const HOUR_S = 3600

function AskFailure({ error }: { error: Error }) {
  const { t } = useTranslation('borrow')
  const { ofError } = useErrorText()
  const seconds = error instanceof ApiError && error.code === 'rate_limited' ? error.retryAfter : 0
  if (seconds === null || seconds < HOUR_S) return <Notice kind="error">{ofError(error)}</Notice>
  const lifts = new Date(Date.now() + seconds * 1000).toISOString()
  return (
    <Notice kind="error">{t('limit', { when: momentInWords(lifts, currentLanguage()) })}</Notice>
  )
}
