import { useId, useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import classes from '#platform/web/ui/offer-card.module.css'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Privacy } from '../contract.ts'
import { useSaveReach } from './data/privacy.ts'

interface ReachCardProps {
  title: string
  body: string
  /** Its heading below the one of the screen. */
  level?: 2 | 3
  /** The letterbox is not on the map, so nobody can ask: the card is about mails alone. */
  mailOnly?: boolean
  onLater: () => void
  onSaved?: () => void
}

/** Shown once where somebody becomes reachable: offers the switches that this needs, with one press. */
export function ReachCard(props: ReachCardProps) {
  const { title, body, level = 2, mailOnly = false, onLater, onSaved } = props
  const { t } = useTranslation('privacy')
  const { ofError } = useErrorText()
  const id = useId()
  const save = useSaveReach()
  const [messaging, setMessaging] = useState(true)
  const [mail, setMail] = useState(true)
  const submit = async () => {
    try {
      // Awaited here, since saving may remove the card together with the callbacks of `mutate`.
      const saved = await save.mutateAsync({
        ...(!mailOnly && { enable_messaging: messaging }),
        enable_notifications: mail,
      })
      showToast({ message: t(savedText(saved, mailOnly)) })
      onSaved?.()
    } catch {
      // It stands on the card.
    }
  }
  const Heading = `h${level}` as const
  return (
    <form
      className={classes.card}
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Heading id={id} className={classes.title}>
        {title}
      </Heading>
      <p>{body}</p>
      {mailOnly ? null : (
        <CheckField
          label={t('reach.messaging')}
          hint={t('reach.messagingHint')}
          checked={messaging}
          onChange={setMessaging}
        />
      )}
      <CheckField
        label={t('reach.mail')}
        hint={t('reach.mailHint')}
        checked={mail}
        onChange={setMail}
      />
      {save.isError ? <Notice kind="error">{ofError(save.error)}</Notice> : null}
      <div className={classes.actions}>
        <AppButton type="submit" loading={save.isPending}>
          {t('reach.save')}
        </AppButton>
        <AppButton tone="quiet" onClick={onLater}>
          {t('reach.later')}
        </AppButton>
      </div>
    </form>
  )
}

function savedText(saved: Privacy, mailOnly: boolean) {
  if (mailOnly) return saved.enable_notifications ? 'reach.savedMail' : 'reach.savedNoMail'
  return saved.enable_messaging ? 'reach.saved' : 'reach.savedOff'
}
