import { useId, useState } from 'react'
import { useSaveReach } from '../data/privacy.ts'
import { useTranslation } from '../start/texts.ts'
import { AppButton } from './app-button.tsx'
import { CheckField } from './check-field.tsx'
import { useErrorText } from './error-text.ts'
import { Notice } from './notice.tsx'
import classes from './reach-card.module.css'
import { showToast } from './toast.ts'

interface ReachCardProps {
  title: string
  body: string
  /** Its heading below the one of the screen. */
  level?: 2 | 3
  onLater: () => void
}

/** Asks once, where somebody becomes reachable, for both switches that it takes; with one press. */
export function ReachCard({ title, body, level = 2, onLater }: ReachCardProps) {
  const { t } = useTranslation('privacy')
  const { ofError } = useErrorText()
  const id = useId()
  const save = useSaveReach()
  const [messaging, setMessaging] = useState(true)
  const [mail, setMail] = useState(true)
  const submit = async () => {
    try {
      const reach = { enable_messaging: messaging, enable_notifications: mail }
      // Awaited, since the card may be gone with what it saved.
      const saved = await save.mutateAsync(reach)
      showToast({ message: t(saved.enable_messaging ? 'reach.saved' : 'reach.savedOff') })
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
      <CheckField
        label={t('reach.messaging')}
        hint={t('reach.messagingHint')}
        checked={messaging}
        onChange={setMessaging}
      />
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
