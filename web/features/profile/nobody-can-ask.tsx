import type { User } from '@letterlend/contract/accounts.ts'
import type { OwnLetterbox } from '@letterlend/contract/letterboxes.ts'
import { useState } from 'react'
import { useChangePrivacy } from '../../data/privacy.ts'
import { useTranslation } from '../../start/texts.ts'
import { useErrorText } from '../../ui/error-text.ts'
import { ReachCard } from '../../ui/reach-card.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { showToast } from '../../ui/toast.ts'
import classes from './dashboard.module.css'

interface NobodyCanAskProps {
  user: User
  letterbox: OwnLetterbox
}

/** On the map, and yet nobody can ask: says so, with the switch; then how to hear of a request. */
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
  // While the switch is on its way it stays in sight.
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
