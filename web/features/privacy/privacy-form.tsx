import { paths } from '@letterlend/contract/paths.ts'
import type { Privacy } from '@letterlend/contract/privacy.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { type PrivacySwitch, useChangePrivacy } from '../../data/privacy.ts'
import { useTranslation } from '../../start/texts.ts'
import { useErrorText } from '../../ui/error-text.ts'
import { ReachCard } from '../../ui/reach-card.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { showToast } from '../../ui/toast.ts'
import classes from './privacy-screen.module.css'

/** The three of the map first; the last two concern letters and mails. */
const SWITCHES = [
  'show_on_map',
  'show_name',
  'enable_messaging',
  'show_email',
  'enable_notifications',
] as const satisfies readonly PrivacySwitch[]

/** Nobody can see the name on, or write to, a letterbox that is not on the map. */
export function needsMap(name: PrivacySwitch): boolean {
  return name === 'show_name' || name === 'enable_messaging'
}

/** What concerns how a letterbox appears to others. */
function isOwners(name: PrivacySwitch): boolean {
  return name === 'show_on_map' || name === 'show_name' || name === 'show_email'
}

interface PrivacyFormProps {
  privacy: Privacy
  /** Of somebody else's household: what is shown of that letterbox is its owner's to decide. */
  member?: boolean
  /** Messages were switched on just before this screen. */
  messagingOn?: boolean
}

export function PrivacyForm({ privacy, member = false, messagingOn = false }: PrivacyFormProps) {
  const { t } = useTranslation('privacy')
  const { ofError } = useErrorText()
  const change = useChangePrivacy()
  const [asking, setAsking] = useState(messagingOn)

  const describe = (name: PrivacySwitch, disabled: boolean) => {
    if (disabled) return t('needsMap')
    const shared = member && name === 'enable_messaging'
    return shared ? t('member.enable_messaging') : t(`${name}.description`)
  }

  const press = (name: PrivacySwitch, value: boolean) => {
    change.mutate(
      { name, value },
      {
        onSuccess: () => {
          showToast({ message: t('saved') })
          if (name === 'enable_messaging') setAsking(value)
        },
        onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      },
    )
  }

  return (
    <div>
      {SWITCHES.filter((name) => !member || !isOwners(name)).map((name) => {
        const disabled = needsMap(name) && !privacy.show_on_map
        return (
          <SwitchField
            key={name}
            label={t(`${name}.label`)}
            description={describe(name, disabled)}
            checked={privacy[name]}
            disabled={disabled}
            onChange={(value) => press(name, value)}
          />
        )
      })}
      <p className={classes.more}>
        <Link to={paths.notifications()}>{t('toNotifications')}</Link>
        <Link to={paths.blocked()}>{t('toBlocked')}</Link>
      </p>
      {asking && privacy.enable_messaging && !privacy.enable_notifications ? (
        <div className={classes.reach}>
          <ReachCard
            title={t('reach.mailTitle')}
            body={t('reach.mailBody')}
            onLater={() => setAsking(false)}
          />
        </div>
      ) : null}
    </div>
  )
}
