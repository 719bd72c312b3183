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
  /** Level of the heading; it is below that of the screen. */
  level?: 2 | 3
  /** The letterbox is not on the map and cannot be asked, so the card offers only mails. */
  mailOnly?: boolean
  onLater: () => void
  onSaved?: () => void
}

/** Shown once when a user becomes reachable: turns on the necessary switches in one step. */
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
      // Awaited, because saving may unmount the card, and that drops the callbacks of `mutate`.
      const saved = await save.mutateAsync({
        ...(!mailOnly && { enable_messaging: messaging }),
        enable_notifications: mail,
      })
      showToast({ message: t(savedText(saved, mailOnly)) })
      onSaved?.()
    } catch {
      // The card shows the error.
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
