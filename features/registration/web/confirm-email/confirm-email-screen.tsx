import { useEffect } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import type { User } from '#features/accounts/contract.ts'
import { useConfirmEmail, useSession } from '#features/accounts/web/data/door.ts'
import { ResendButton, useConfirmLink } from '#features/accounts/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { ConfirmEmailWaiting } from './confirm-email-waiting.tsx'

/** How long the good news stands before the next screen. */
const SUCCESS_MS = 2500

/** How an account gets confirmed: by the link of the mail, by its code, or by another mail. */
export function ConfirmEmailScreen() {
  const { user } = useSession()
  const [query, setQuery] = useSearchParams()
  const opened = useConfirmEmail()
  const typed = useConfirmEmail()
  const link = query.get('email_confirmation_token')
  const forgetLink = () =>
    setQuery(
      (before) => {
        before.delete('email_confirmation_token')
        return before
      },
      { replace: true },
    )
  // Not any earlier: the screen would take it that nobody is confirming anything.
  useConfirmLink(link, (token) =>
    opened.mutate({ email_confirmation_token: token }, { onSettled: forgetLink }),
  )

  const confirmed = opened.data ?? typed.data
  if (confirmed) return <Confirmed user={confirmed} />
  if (wasConfirmed(opened.error) || wasConfirmed(typed.error)) return <AlreadyConfirmed />
  if (opened.isError) {
    return (
      <Invalid
        error={opened.error}
        onBack={() => {
          setQuery({}, { replace: true })
          opened.reset()
        }}
      />
    )
  }
  if (link) return <Confirming />
  if (user?.email_confirmed) return <Navigate to={afterConfirmation(user)} replace />
  return <ConfirmEmailWaiting user={user} code={typed} />
}

function wasConfirmed(error: Error | null): boolean {
  return error instanceof ApiError && error.errorMsg === 'alreadyConfirmed'
}

function afterConfirmation(user: User): string {
  return user.can_log_in ? paths.home() : paths.setPassword()
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
          user.can_log_in
            ? t('confirmEmail.confirmed.toMap')
            : t('confirmEmail.confirmed.toPassword')
        }
      />
    </SealPage>
  )
}

/** The link was opened a second time, perhaps in another browser. */
function AlreadyConfirmed() {
  const { t } = useTranslation('accounts')
  const { user } = useSession()
  return (
    <SealPage
      icon="emailCheck"
      tone="yes"
      actions={
        user?.email_confirmed ? (
          <AppButton component={Link} to={afterConfirmation(user)}>
            {t('confirmEmail.already.goOn')}
          </AppButton>
        ) : (
          <AppButton component={Link} to={paths.login()}>
            {t('register.logIn')}
          </AppButton>
        )
      }
    >
      <PageTitle
        title={t('confirmEmail.already.title')}
        lead={user?.email_confirmed ? undefined : t('confirmEmail.already.logIn')}
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
