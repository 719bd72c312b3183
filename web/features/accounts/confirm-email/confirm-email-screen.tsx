import type { User } from '@letterlend/contract/accounts.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { useEffect } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { useConfirmEmail } from '../../../data/accounts.ts'
import { useSession } from '../../../data/session.ts'
import { useTranslation } from '../../../start/texts.ts'
import { AppButton } from '../../../ui/app-button.tsx'
import { useErrorText } from '../../../ui/error-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { PageTitle } from '../../../ui/page.tsx'
import { SealPage } from '../../../ui/seal-page.tsx'
import { ResendButton } from '../resend-button.tsx'
import { useConfirmLink } from '../use-confirm-link.ts'
import { ConfirmEmailWaiting } from './confirm-email-waiting.tsx'

/** How long the good news stands before the next screen. */
const SUCCESS_MS = 2500

/** The way out of an unconfirmed account: by the link of the mail, by its code, by a new mail. */
export function ConfirmEmailScreen() {
  const { user } = useSession()
  const [query, setQuery] = useSearchParams()
  const confirm = useConfirmEmail()
  const link = query.get('email_confirmation_token')
  useConfirmLink(link, confirm.mutate)

  if (confirm.isSuccess) return <Confirmed user={confirm.data} />
  if (confirm.isError) {
    return (
      <Invalid
        error={confirm.error}
        onBack={() => {
          setQuery({}, { replace: true })
          confirm.reset()
        }}
      />
    )
  }
  if (link || confirm.isPending) return <Confirming />
  if (user?.email_confirmed) return <Navigate to={afterConfirmation(user)} replace />
  return <ConfirmEmailWaiting user={user} onCode={confirm.mutate} />
}

function afterConfirmation(user: User): string {
  return user.has_password ? paths.home() : paths.setPassword()
}

function Confirming() {
  const { t } = useTranslation('accounts')
  return (
    <SealPage icon="email" tone="wait">
      <PageTitle
        title={t('confirmEmail.confirming.title')}
        lead={t('confirmEmail.confirming.body')}
      />
    </SealPage>
  )
}

function Confirmed({ user }: { user: User }) {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const target = afterConfirmation(user)
  useEffect(() => {
    const timer = setTimeout(() => navigate(target, { replace: true }), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [navigate, target])
  return (
    <SealPage icon="emailCheck" tone="yes">
      <PageTitle
        title={t('confirmEmail.confirmed.title')}
        lead={
          user.has_password
            ? t('confirmEmail.confirmed.toMap')
            : t('confirmEmail.confirmed.toPassword')
        }
      />
    </SealPage>
  )
}

function Invalid({ error, onBack }: { error: Error; onBack: () => void }) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const { loggedIn, user } = useSession()
  return (
    <SealPage
      icon="warning"
      tone="no"
      actions={
        <>
          {user && !user.email_confirmed ? <ResendButton email={user.email} /> : null}
          {loggedIn ? null : (
            <AppButton component={Link} to={paths.login(paths.confirmEmail())}>
              {t('confirmEmail.logInToResend')}
            </AppButton>
          )}
          <AppButton tone="quiet" leftSection={<Icon name="arrowLeft" />} onClick={onBack}>
            {t('confirmEmail.invalid.back')}
          </AppButton>
        </>
      }
    >
      <PageTitle title={t('confirmEmail.invalid.title')} lead={ofError(error)} />
    </SealPage>
  )
}
