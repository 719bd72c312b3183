import type { User } from '@letterlend/contract/accounts.ts'
import type { OpenedInvitation } from '@letterlend/contract/household.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiError } from '../../data/api-client.ts'
import { useInvitation, useJoin } from '../../data/household.ts'
import { writeReturnPath } from '../../data/return-path.ts'
import { useSession } from '../../data/session.ts'
import { RegisterForm } from '../../features/household/register-form.tsx'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { PageLoader } from '../layout/page-loader.tsx'
import classes from './auth-page.module.css'
import { AuthState } from './auth-state.tsx'

/**
 * Where the mail of an invitation leads. Nothing happens before the button is pressed: mail programs
 * open links by themselves.
 */
export function JoinHouseholdPage() {
  const { user, loading } = useSession()
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const invitation = useInvitation(token, user?.id)
  const join = useJoin(token)

  if (join.isSuccess && user) return <Joined user={user} />
  const invalid = invitation.error instanceof ApiError && invitation.error.status === 422
  if (token === '' || invalid) return <Invalid />
  if (invitation.isError) {
    return (
      <Page>
        <LoadFailure error={invitation.error} onRetry={() => invitation.refetch()} />
      </Page>
    )
  }
  if (loading || !invitation.data) return <PageLoader />
  return <Opened token={token} user={user} invitation={invitation.data} join={join} />
}

interface OpenedProps {
  token: string
  user: User | null
  invitation: OpenedInvitation
  join: ReturnType<typeof useJoin>
}

function Opened({ token, user, invitation, join }: OpenedProps) {
  const { situation } = invitation
  if (situation === 'visitor') return <Visitor token={token} invitation={invitation} />
  if (situation === 'unconfirmed') return <Unconfirmed token={token} invitation={invitation} />
  if (situation === 'open') {
    return (
      <Invited invitation={invitation} failure={join.error}>
        <JoinButton sending={join.isPending} onJoin={() => join.mutate(false)} />
      </Invited>
    )
  }
  if (situation === 'has_letterbox' && user) {
    return (
      <Invited invitation={invitation} failure={join.error}>
        <GiveUpButton user={user} sending={join.isPending} onJoin={() => join.mutate(true)} />
      </Invited>
    )
  }
  return <NotPossible invitation={invitation} />
}

interface InvitedProps {
  invitation: OpenedInvitation
  failure?: Error | null
  children: ReactNode
}

/** What one is invited to, and below it the way on. */
function Invited({ invitation, failure, children }: InvitedProps) {
  const { ofError } = useErrorText()
  return (
    <AuthState icon="people" tone="wait" actions={children}>
      <What invitation={invitation} />
      {failure ? <Notice kind="error">{ofError(failure)}</Notice> : null}
    </AuthState>
  )
}

function What({ invitation: { inviter, place } }: { invitation: OpenedInvitation }) {
  const { t } = useTranslation('household')
  return (
    <>
      <PageTitle
        title={inviter ? t('join.title', { name: inviter }) : t('join.titleNoName')}
        lead={t('join.lead')}
      />
      {place ? <p>{t('join.place', place)}</p> : null}
    </>
  )
}

function Visitor({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const { t } = useTranslation('household')
  return (
    <Page>
      <Sheet>
        <What invitation={invitation} />
        <div className={classes.gap}>
          <AppButton
            component={Link}
            to={paths.login(paths.joinHousehold({ token }))}
            tone="secondary"
            fullWidth
          >
            {t('join.logIn')}
          </AppButton>
        </div>
        <RegisterForm token={token} />
      </Sheet>
    </Page>
  )
}

function Unconfirmed({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const { t } = useTranslation('household')
  return (
    <Invited invitation={invitation}>
      <Notice>{t('join.unconfirmed')}</Notice>
      <AppButton
        component={Link}
        to={paths.confirmEmail()}
        // The link of that mail opens a tab of its own: the profile offers the way back.
        onClick={() => writeReturnPath(paths.joinHousehold({ token }))}
      >
        {t('join.toConfirm')}
      </AppButton>
    </Invited>
  )
}

function JoinButton({ sending, onJoin }: { sending: boolean; onJoin: () => void }) {
  const { t } = useTranslation('household')
  return (
    <>
      <Notice>{t('join.mails')}</Notice>
      <AppButton loading={sending} onClick={onJoin}>
        {t('join.button')}
      </AppButton>
    </>
  )
}

interface GiveUpButtonProps {
  user: User
  sending: boolean
  onJoin: () => void
}

function GiveUpButton({ user, sending, onJoin }: GiveUpButtonProps) {
  const { t } = useTranslation('household')
  const [asking, setAsking] = useState(false)
  const address = `${user.address}, ${user.city}`
  return (
    <>
      <Notice>{t('join.hasLetterbox', { address })}</Notice>
      <AppButton loading={sending} onClick={() => setAsking(true)}>
        {t('join.giveUp')}
      </AppButton>
      <ConfirmDialog
        opened={asking}
        title={t('join.giveUpTitle')}
        confirmLabel={t('join.giveUpConfirm')}
        destructive
        loading={sending}
        onConfirm={() => {
          setAsking(false)
          onJoin()
        }}
        onClose={() => setAsking(false)}
      >
        {t('join.giveUpBody', { address })}
      </ConfirmDialog>
    </>
  )
}

/** Why this account cannot join, and what to do. */
function NotPossible({ invitation: { inviter, situation } }: { invitation: OpenedInvitation }) {
  const { t } = useTranslation('household')
  const reason = () => {
    switch (situation) {
      case 'own':
        return t('join.own')
      case 'member':
        return t('join.member')
      case 'has_household':
        return t('join.hasHousehold')
      case 'other_household':
        return t('join.otherHousehold')
      default:
        return inviter ? t('join.full', { name: inviter }) : t('join.fullNoName')
    }
  }
  return (
    <AuthState
      icon="people"
      tone={situation === 'member' ? 'yes' : 'no'}
      actions={
        <AppButton component={Link} to={paths.household()}>
          {t('join.toHousehold')}
        </AppButton>
      }
    >
      <PageTitle title={reason()} />
    </AuthState>
  )
}

function Joined({ user }: { user: User }) {
  const { t } = useTranslation('household')
  return (
    <AuthState
      icon="people"
      tone="yes"
      actions={
        user.has_password ? (
          <AppButton component={Link} to={paths.profile()}>
            {t('join.toProfile')}
          </AppButton>
        ) : (
          <AppButton component={Link} to={paths.setPassword()}>
            {t('join.toPassword')}
          </AppButton>
        )
      }
    >
      <PageTitle title={t('join.doneTitle')} lead={t('join.doneLead')} />
    </AuthState>
  )
}

function Invalid() {
  const { t } = useTranslation('household')
  return (
    <AuthState
      icon="warning"
      tone="no"
      actions={
        <AppButton component={Link} to={paths.home()} tone="secondary">
          {t('join.toMap')}
        </AppButton>
      }
    >
      <PageTitle title={t('join.invalidTitle')} lead={t('join.invalidBody')} />
    </AuthState>
  )
}
