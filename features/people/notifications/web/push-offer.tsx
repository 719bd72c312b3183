import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { isPushOfferQuiet, quietPushOffer } from '#platform/web/data/push/push-offer.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import classes from '#platform/web/ui/offer-card.module.css'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useChangeNotifications, useNotifications } from './data/notifications.ts'
import { useHasSilentDevice, usePush, useSwitchPush } from './data/push.ts'
import { usePushErrorText } from './push-error-text.ts'

interface PushOfferProps {
  userId: string
  /** In a letterbox sheet there is only room for the question, below the letterbox's heading. */
  compact?: boolean
}

/**
 * Offers notifications on this device to a user who waits for an answer. No offer if they are on,
 * impossible, denied, or were postponed for a month, unless a device that had them on shows none
 * any more. The browser asks for permission only after the press.
 */
export function PushOffer({ userId, compact = false }: PushOfferProps) {
  const state = usePush(userId)
  const [quiet] = useState(isPushOfferQuiet)
  /** Once shown, the offer stays until the user has read the confirmation. */
  const [offered, setOffered] = useState(false)
  const hasSilentDevice = useHasSilentDevice(userId, state === 'off')
  const isDue = state === 'off' && (!quiet || hasSilentDevice === true)
  useEffect(() => {
    if (isDue) setOffered(true)
  }, [isDue])
  return offered ? (
    <Offered userId={userId} compact={compact} isLost={hasSilentDevice === true} />
  ) : null
}

interface OfferedProps extends Required<PushOfferProps> {
  /** A device that had notifications on shows none any more. */
  isLost: boolean
}

function Offered({ userId, compact, isLost }: OfferedProps) {
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
        <SwitchedOn />
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
  const Heading = compact ? 'h3' : 'h2'
  return (
    <section className={classes.card} data-compact={compact || undefined} aria-labelledby={id}>
      <Heading id={id} className={classes.title}>
        {t(isLost ? 'push.offer.lostTitle' : 'push.offer.title')}
      </Heading>
      {isLost ? <p>{t('push.offer.lostBody')}</p> : null}
      {compact || isLost ? null : <p>{t('push.offer.body')}</p>}
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

/**
 * Kinds sent less often, or never, are not shown as notifications either. Offers to send messages
 * at once.
 */
function SwitchedOn() {
  const { t } = useTranslation('notifications')
  const { ofError } = useErrorText()
  const frequency = useNotifications().data?.message ?? 'at_once'
  const change = useChangeNotifications('message', frequency)
  const rarely = frequency !== 'at_once'
  return (
    <Notice
      kind="success"
      action={
        rarely ? (
          <AppButton
            tone="secondary"
            onClick={({ currentTarget }) => {
              // The button disappears after the change, so the focus moves on.
              currentTarget.closest<HTMLElement>('[role="status"]')?.focus()
              change.mutate('at_once')
            }}
          >
            {t('push.offer.messagesAction')}
          </AppButton>
        ) : null
      }
    >
      {t(rarely ? 'push.offer.onWithoutMessages' : 'push.offer.on')}
      {change.error ? <p role="alert">{ofError(change.error)}</p> : null}
    </Notice>
  )
}

/** Replaces the pressed button, and takes its focus. */
function Outcome({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={box} tabIndex={-1} role="status" className={classes.outcome}>
      {children}
    </div>
  )
}
