import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { mailedToken } from '#platform/web/start/login-link.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { LetterboxRow } from '#platform/web/ui/letterbox-row.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useResetPassword } from '../data/accounts.ts'
import { UsedLinkPage, useIsUsedLink } from '../used-link-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** Sets a new password by the link of the recovery mail, which also logs in. */
export function ResetPasswordScreen() {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const reset = useResetPassword()
  // The link's secret is removed from the address bar before anything is loaded.
  const [token] = useState(() => mailedToken('resetpassword'))
  const isUsed = useIsUsedLink(token, !reset.isIdle)
  const again = (
    <AppButton component={Link} to={paths.forgotPassword()} tone="secondary">
      {t('resetPassword.again')}
    </AppButton>
  )
  if (token === null) {
    return (
      <SealPage icon="key" tone="no" actions={again}>
        <PageTitle
          title={t('resetPassword.noToken.title')}
          lead={t('resetPassword.noToken.lead')}
        />
      </SealPage>
    )
  }
  if (isUsed) return <UsedLinkPage actions={again} />
  const send = (password: string) => {
    reset.mutate(
      { token, password },
      {
        onSuccess: () => {
          showToast({ message: t('resetPassword.done') })
          navigate(paths.map(), { replace: true })
        },
      },
    )
  }
  return (
    <Page>
      <Sheet ornament={<LetterboxRow />}>
        <PageTitle title={t('resetPassword.title')} lead={t('resetPassword.lead')} />
        <NewPasswordForm
          submitLabel={t('setPassword.submit')}
          sending={reset.isPending}
          failure={reset.error}
          failureAction={again}
          onSubmit={send}
        />
      </Sheet>
    </Page>
  )
}
