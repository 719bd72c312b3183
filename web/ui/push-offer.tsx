import { paths } from '@letterlend/contract/paths.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { usePush, useSwitchPush } from '../data/push.ts'
import { isPushOfferQuiet, quietPushOffer } from '../data/push-offer.ts'
import { useTranslation } from '../start/texts.ts'
import { AppButton } from './app-button.tsx'
import { Notice } from './notice.tsx'
import { usePushErrorText } from './push-error-text.ts'
import classes from './reach-card.module.css'

interface PushOfferProps {
  userId: string
  /** Its heading below the one of the screen. */
  level?: 2 | 3
}

/**
 * Offers to tell of answers on this device, where somebody waits for one. Nothing where it is on, cannot
 * be, was refused to the browser, or was put off for a month; and nobody is asked before the press.
 */
export function PushOffer({ userId, level = 2 }: PushOfferProps) {
  const state = usePush(userId)
  const [quiet] = useState(isPushOfferQuiet)
  /** Offered, it stays until the answer was read. */
  const [offered, setOffered] = useState(false)
  const due = state === 'off' && !quiet
  useEffect(() => {
    if (due) setOffered(true)
  }, [due])
  return offered ? <Offered userId={userId} level={level} /> : null
}

function Offered({ userId, level }: Required<PushOfferProps>) {
  const { t } = useTranslation('notifications')
  const textOf = usePushErrorText()
  const id = useId()
  const state = usePush(userId)
  const { isPending, error, mutate } = useSwitchPush(userId)
  const [later, setLater] = useState(false)
  const toSettings = <Link to={paths.notifications()}>{t('push.offer.settings')}</Link>
  if (state === 'on') {
    return (
      <Outcome>
        <Notice kind="success">{t('push.offer.on')}</Notice>
      </Outcome>
    )
  }
  if (state === 'denied' || later) {
    return (
      <Outcome>
        <Notice action={toSettings}>{t(later ? 'push.offer.quiet' : 'push.denied')}</Notice>
      </Outcome>
    )
  }
  const Heading = `h${level}` as const
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Heading id={id} className={classes.title}>
        {t('push.offer.title')}
      </Heading>
      <p>{t('push.offer.body')}</p>
      {error ? <Notice kind="error">{textOf(error)}</Notice> : null}
      <div className={classes.actions}>
        <AppButton loading={isPending} onClick={() => mutate(true)}>
          {t('push.offer.accept')}
        </AppButton>
        <AppButton
          tone="quiet"
          onClick={() => {
            quietPushOffer()
            setLater(true)
          }}
        >
          {t('push.offer.later')}
        </AppButton>
      </div>
    </section>
  )
}

/** Takes the place of the button that was pressed, and its focus. */
function Outcome({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={box} tabIndex={-1} role="status" className={classes.outcome}>
      {children}
    </div>
  )
}
