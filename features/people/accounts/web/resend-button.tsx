import { useEffect, useState } from 'react'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useResendConfirmation } from './data/accounts.ts'
import { reloadUser } from './data/session.ts'

/** Seconds before the mail can be requested again. */
const PAUSE = 30

/**
 * Resends the confirmation mail. If the address was confirmed meanwhile, the screen changes by
 * itself.
 */
export function ResendButton({ email }: { email: string }) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const resend = useResendConfirmation()
  const [wait, setWait] = useState(0)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  const send = () => {
    resend.mutate(undefined, {
      onSuccess: () => {
        setWait(PAUSE)
        showToast({ message: t('confirmEmail.resent', { email }) })
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'already_confirmed') reloadUser()
        else showToast({ kind: 'error', message: ofError(error) })
        if (error instanceof ApiError && error.retryAfter) setWait(error.retryAfter)
      },
    })
  }

  return (
    <AppButton tone="secondary" loading={resend.isPending} disabled={wait > 0} onClick={send}>
      {wait > 0 ? t('confirmEmail.resendIn', { seconds: wait }) : t('confirmEmail.resend')}
    </AppButton>
  )
}
