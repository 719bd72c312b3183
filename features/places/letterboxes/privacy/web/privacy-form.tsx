import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { SwitchField } from '#platform/web/ui/forms/switch-field.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Privacy } from '../contract.ts'
import { type PrivacySwitch, useChangePrivacy } from './data/privacy.ts'
import classes from './privacy-screen.module.css'
import { ReachCard } from './reach-card.tsx'

/** The first switches decide what others see and who may send requests; the last two concern mails. */
const SWITCHES = [
  'show_on_map',
  'show_name',
  'enable_messaging',
  'takes_requests',
  'show_email',
  'enable_notifications',
] as const satisfies readonly PrivacySwitch[]

/** A letterbox off the map shows no name and takes no messages. */
export function needsMap(name: PrivacySwitch): boolean {
  return name === 'show_name' || name === 'enable_messaging' || name === 'takes_requests'
}

/** Text key of the reason why a switch is disabled; null if it is enabled. */
function inTheWay(name: PrivacySwitch, privacy: Privacy) {
  if (needsMap(name) && !privacy.show_on_map) return 'needsMap' as const
  const asksMessages = name === 'takes_requests' && !privacy.enable_messaging
  return asksMessages ? ('takes_requests.needsMessages' as const) : null
}

/** Switches that concern how a letterbox appears to others. */
function isOwners(name: PrivacySwitch): boolean {
  return (
    name === 'show_on_map' ||
    name === 'show_name' ||
    name === 'show_email' ||
    name === 'takes_requests'
  )
}

interface PrivacyFormProps {
  privacy: Privacy
  /** The user is a member of a household; the owner decides what others see of its letterbox. */
  member?: boolean
  /** Messages were turned on just before this screen opened. */
  messagingOn?: boolean
}

export function PrivacyForm({ privacy, member = false, messagingOn = false }: PrivacyFormProps) {
  const { t } = useTranslation('privacy')
  const { ofError } = useErrorText()
  const change = useChangePrivacy()
  const [asking, setAsking] = useState(messagingOn)

  const describe = (name: PrivacySwitch) => {
    const first = inTheWay(name, privacy)
    if (first) return t(first)
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
        return (
          <SwitchField
            key={name}
            label={t(`${name}.label`)}
            description={describe(name)}
            checked={privacy[name]}
            disabled={inTheWay(name, privacy) !== null}
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
