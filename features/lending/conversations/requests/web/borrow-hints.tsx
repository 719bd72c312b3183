import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { reloadUser, useResendConfirmation } from '#features/people/accounts/web/data/door.ts'
import { useSaveReach } from '#features/places/letterboxes/privacy/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { writeReturnPath } from '#platform/web/data/return-path.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './borrow-modal.module.css'
import { rememberBorrow } from './data/pending-borrow.ts'

interface LogInFirstProps {
  letterboxId: string
  itemId: number | null
}

/** Log in or register; both return to this letterbox and item. */
export function LogInFirst({ letterboxId, itemId }: LogInFirstProps) {
  const { t } = useTranslation('borrow')
  const { pathname, search } = useLocation()
  const here = pathname.includes(letterboxId)
    ? `${pathname}${search}`
    : paths.letterbox(letterboxId)
  const remember = () => rememberBorrow({ letterboxId, itemId })
  return (
    <div className={classes.hint}>
      <p>{t('loggedOut.body')}</p>
      <div className={classes.choices}>
        <AppButton component={Link} to={paths.login(here)} onClick={remember}>
          {t('loggedOut.logIn')}
        </AppButton>
        <AppButton
          component={Link}
          to={paths.registerStep(1)}
          tone="secondary"
          onClick={() => {
            remember()
            writeReturnPath(here)
          }}
        >
          {t('loggedOut.register')}
        </AppButton>
      </div>
    </div>
  )
}

/**
 * The user has switched messaging off: one press switches it on, with mails unless unticked, and the form
 * appears.
 */
export function SwitchOnFirst() {
  const { t } = useTranslation(['borrow', 'privacy'])
  const { ofError } = useErrorText()
  const save = useSaveReach()
  const [mail, setMail] = useState(true)
  const switchOn = () => save.mutate({ enable_messaging: true, enable_notifications: mail })
  return (
    <div className={classes.hint}>
      <p>{t('messagingOff.body')}</p>
      <CheckField
        label={t('privacy:reach.mail')}
        hint={t('privacy:reach.mailHint')}
        checked={mail}
        onChange={setMail}
      />
      {save.isError ? <Notice kind="error">{ofError(save.error)}</Notice> : null}
      <div className={classes.choices}>
        <AppButton loading={save.isPending} onClick={switchOn}>
          {t('messagingOff.action')}
        </AppButton>
        <AppButton component={Link} to={paths.privacy()} tone="secondary">
          {t('messagingOff.settings')}
        </AppButton>
      </div>
    </div>
  )
}

export function ConfirmFirst({ email }: { email: string }) {
  const { t } = useTranslation('borrow')
  const { ofError } = useErrorText()
  const resend = useResendConfirmation()
  return (
    <div className={classes.hint}>
      <p>{t('unconfirmed.body', { email })}</p>
      {resend.isError ? <Notice kind="error">{ofError(resend.error)}</Notice> : null}
      {resend.isSuccess ? (
        <div role="status">
          <Notice kind="success">{t('unconfirmed.resent')}</Notice>
        </div>
      ) : null}
      <div className={classes.choices}>
        <AppButton
          loading={resend.isPending}
          disabled={resend.isSuccess}
          onClick={() =>
            // If the address is confirmed already, perhaps in another tab, reloading the user makes the form
            // appear.
            resend.mutate(undefined, { onError: () => reloadUser().catch(() => undefined) })
          }
        >
          {t('unconfirmed.action')}
        </AppButton>
        <AppButton component={Link} to={paths.confirmEmail()} tone="secondary">
          {t('unconfirmed.code')}
        </AppButton>
      </div>
    </div>
  )
}
