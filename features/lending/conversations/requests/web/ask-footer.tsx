import { useEffect, useRef, useState } from 'react'
import { momentInWords } from '#features/lending/conversations/days/web/door.ts'
import { HOUR_SECONDS, SECOND_MS } from '#platform/shared/durations.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './borrow-form.module.css'
import { wasFirstNameSaid } from './data/first-name-notice.ts'
import type { AskForm } from './use-ask-form.ts'

interface AskFooterProps {
  ask: AskForm
  /** How many letterboxes the request goes to. */
  count: number
}

/** The end of the request form: why it was refused, what the lender will see, and the button. */
export function AskFooter({ ask, count }: AskFooterProps) {
  const { t } = useTranslation('borrow')
  const footer = useRef<HTMLDivElement>(null)
  const [isNameSaid] = useState(wasFirstNameSaid)
  useEffect(() => {
    // On a small screen an error and the button to try again would appear below the edge.
    if (ask.error) footer.current?.scrollIntoView({ block: 'end' })
  }, [ask.error])
  return (
    <>
      {ask.error ? <AskFailure error={ask.error} /> : null}
      <div ref={footer} className={classes.footer}>
        {isNameSaid ? null : <p className={classes.consent}>{t('consent')}</p>}
        <AppButton type="submit" loading={ask.pending} disabled={count === 0}>
          {count > 1 ? t('sendSeveral', { count }) : t('send')}
        </AppButton>
      </div>
    </>
  )
}

/** Longer waits, in minutes, are shown as a time of day. */

function AskFailure({ error }: { error: Error }) {
  const { t } = useTranslation('borrow')
  const { ofError } = useErrorText()
  const seconds = error instanceof ApiError && error.code === 'rate_limited' ? error.retryAfter : 0
  if (seconds === null || seconds < HOUR_SECONDS)
    return <Notice kind="error">{ofError(error)}</Notice>
  const lifts = new Date(serverNow().getTime() + seconds * SECOND_MS).toISOString()
  return (
    <Notice kind="error">{t('limit', { when: momentInWords(lifts, currentLanguage()) })}</Notice>
  )
}
