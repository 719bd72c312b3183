import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import type { User } from '#features/people/accounts/web/data/door.ts'
import {
  useConfirmEmail,
  useLookAtLink,
  useSession,
} from '#features/people/accounts/web/data/door.ts'
import { MailedLinkPage, ResendButton, useConfirmLink } from '#features/people/accounts/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { isKnownPerson } from '#platform/web/data/known-people.ts'
import { mailedToken } from '#platform/web/start/login-link.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { Page, PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { ConfirmEmailWaiting } from './confirm-email-waiting.tsx'

/** How long the success message stays before the next screen. */
const SUCCESS_MS = 2500

/** Confirms an account: by the link of the mail, by its code, or by another mail. */
export function ConfirmEmailScreen() {
  const { user } = useSession()
  const opened = useConfirmEmail()
  const typed = useConfirmEmail()
  // The token was removed from the address bar before anything was loaded.
  const [link, setLink] = useState(() => mailedToken('confirmemail'))
  const look = useLookAtLink(link, !opened.isIdle)
  const confirm = (token: string) =>
    opened.mutate({ email_confirmation_token: token }, { onSettled: () => setLink(null) })
  // A used or expired link changes nothing; the server says why.
  const isOver = isInvalid(look.error) || look.data?.state === 'used'
  const actsByItself = isOver || (look.data !== undefined && isKnownPerson(look.data.user_id))
  useConfirmLink(actsByItself ? link : null, confirm)

  const confirmed = opened.data ?? typed.data
  if (confirmed) return <Confirmed user={confirmed} />
  if (wasConfirmed(opened.error) || wasConfirmed(typed.error)) return <AlreadyConfirmed />
  if (opened.isError) {
    return <Invalid error={opened.error} onBack={() => opened.reset()} />
  }
  if (link && look.data && !actsByItself) {
    return (
      <MailedLinkPage link={look.data} sending={opened.isPending} onOpen={() => confirm(link)} />
    )
  }
  if (link && look.isError && !isOver) {
    return (
      <Page>
        <LoadFailure error={look.error} onRetry={() => void look.refetch()} />
      </Page>
    )
  }
  if (link) return <Confirming />
  if (user?.email_confirmed) return <Navigate to={afterConfirmation(user)} replace />
  return <ConfirmEmailWaiting user={user} code={typed} />
}

const isInvalid = (error: Error | null) =>
  error instanceof ApiError && error.code === 'invalid_token'

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
