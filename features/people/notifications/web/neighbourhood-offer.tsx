import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import classes from '#platform/web/ui/offer-card.module.css'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useChangeMailSettings, useMailSettings } from './data/notifications.ts'

/**
 * Offers the neighbourhood mail until the user has answered. The answer is stored in the account,
 * so that no other device offers it again. Hidden if the community does not send it.
 */
export function NeighbourhoodOffer() {
  const { data } = useMailSettings()
  /** Once shown, the offer stays until the user has read the confirmation. */
  const [offered, setOffered] = useState(false)
  const isDue = data?.neighbourhood === null && data.sends_neighbourhood
  useEffect(() => {
    if (isDue) setOffered(true)
  }, [isDue])
  return offered ? <Offered /> : null
}

function Offered() {
  const { t } = useTranslation('notifications')
  const { ofError } = useErrorText()
  const id = useId()
  const { isSuccess, isPending, variables, error, mutate } = useChangeMailSettings()
  if (isSuccess) return <Answered on={variables.neighbourhood === true} />
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {t('neighbourhoodOffer.title')}
      </h2>
      <p>{t('neighbourhoodOffer.body')}</p>
      {error ? <Notice kind="error">{ofError(error)}</Notice> : null}
      <div className={classes.actions}>
        <AppButton loading={isPending} onClick={() => mutate({ neighbourhood: true })}>
          {t('neighbourhoodOffer.yes')}
        </AppButton>
        <AppButton
          tone="quiet"
          disabled={isPending}
          onClick={() => mutate({ neighbourhood: false })}
        >
          {t('neighbourhoodOffer.no')}
        </AppButton>
      </div>
    </section>
  )
}

/** Replaces the buttons, and takes their focus. */
function Answered({ on }: { on: boolean }) {
  const { t } = useTranslation('notifications')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={box} tabIndex={-1} role="status" className={classes.outcome}>
      <Notice kind={on ? 'success' : 'info'}>
        {t(on ? 'neighbourhoodOffer.on' : 'neighbourhoodOffer.off')}
      </Notice>
    </div>
  )
}
