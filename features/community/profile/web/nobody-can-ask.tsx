import { useState } from 'react'
import type { User } from '#features/people/accounts/web/data/door.ts'
import type { OwnLetterbox } from '#features/places/letterboxes/contract.ts'
import { useChangePrivacy } from '#features/places/letterboxes/privacy/web/data/door.ts'
import { ReachCard } from '#features/places/letterboxes/privacy/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { SwitchField } from '#platform/web/ui/forms/switch-field.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './dashboard.module.css'

interface NobodyCanAskProps {
  user: User
  letterbox: OwnLetterbox
}

/**
 * Shown if a letterbox on the map cannot be asked: explains it, offers the switch, and then how to hear of requests.
 */
export function NobodyCanAsk({ user, letterbox }: NobodyCanAskProps) {
  const { t } = useTranslation('privacy')
  const { ofError } = useErrorText()
  const change = useChangePrivacy()
  const [asking, setAsking] = useState(false)
  const { show_on_map, enable_messaging, enable_notifications } = user.privacy

  if (asking && enable_messaging && !enable_notifications) {
    return (
      <ReachCard
        title={t('reach.mailTitle')}
        body={t('reach.mailBody')}
        onLater={() => setAsking(false)}
      />
    )
  }
  const owned = letterbox.user_id === user.id && letterbox.latitude !== null
  // The switch stays visible while it is being saved.
  if (!owned || !show_on_map || (enable_messaging && !change.isPending)) return null
  const press = (value: boolean) =>
    change.mutate(
      { name: 'enable_messaging', value },
      {
        onSuccess: () => setAsking(true),
        onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      },
    )
  return (
    <section className={classes.warning} aria-labelledby="nobody-can-ask">
      <h2 id="nobody-can-ask" className={classes.warningTitle}>
        {t('reach.nobodyTitle')}
      </h2>
      <p>{t('reach.nobodyBody')}</p>
      <div className={classes.switch}>
        <SwitchField
          label={t('reach.messaging')}
          description={t('reach.messagingHint')}
          checked={enable_messaging}
          onChange={press}
        />
      </div>
    </section>
  )
}
