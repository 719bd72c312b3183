import { Link, useNavigate } from 'react-router'
import {
  EMPTY_DRAFT,
  REGISTRATION_DRAFT,
  type RegistrationDraft,
  registrationDraft,
} from '#features/community/joining/registration/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { WithUser } from '#features/people/accounts/web/door.ts'
import type { ProvedIdentity } from '#features/people/sign-in/identity-providers/contract.ts'
import {
  useLink,
  useWaitingIdentity,
} from '#features/people/sign-in/identity-providers/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { readDraft, writeDraft } from '#platform/web/data/draft.ts'
import { safeReturnPath, writeReturnPath } from '#platform/web/data/return-path.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'

/**
 * For users of an identity provider whose account is linked to no account here: they log in as before and link it, or
 * register. We never guess the account from an e-mail address.
 */
export function ProviderUnknownPage() {
  const { t } = useTranslation('identity-providers')
  const { ofError } = useErrorText()
  const { loggedIn } = useSession()
  const waiting = useWaitingIdentity()
  if (waiting.isPending) return <PageLoader />
  if (waiting.isError) {
    return (
      <SealPage
        icon="information"
        tone="no"
        actions={
          <AppButton component={Link} to={loggedIn ? paths.security() : paths.login()}>
            {t(loggedIn ? 'failed.toSecurity' : 'failed.other')}
          </AppButton>
        }
      >
        <PageTitle title={t('failed.title')} lead={ofError(waiting.error)} />
      </SealPage>
    )
  }
  const identity = waiting.data
  if (loggedIn)
    return <WithUser>{(user) => <LinkOffer identity={identity} user={user} />}</WithUser>
  return <TwoWays identity={identity} />
}

function TwoWays({ identity }: { identity: ProvedIdentity }) {
  const { t } = useTranslation('identity-providers')
  const navigate = useNavigate()
  const { provider_name: provider, label, email, has_account } = identity
  const register = () => {
    const typed = readDraft<RegistrationDraft>(REGISTRATION_DRAFT, registrationDraft) ?? EMPTY_DRAFT
    const { firstname, lastname } = identity
    const filled = { ...typed, firstname, lastname, email, provider, registered: false }
    writeDraft(REGISTRATION_DRAFT, filled)
    writeReturnPath(safeReturnPath(identity.return_path))
    navigate(paths.registerStep(1))
  }
  const logIn = (
    <AppButton
      component={Link}
      to={paths.login(paths.providerUnknown())}
      tone={has_account ? 'primary' : 'secondary'}
      // The mailed link opens the map, so the way back is stored on the device.
      onClick={() => writeReturnPath(paths.providerUnknown())}
    >
      {t(has_account ? 'unknown.logIn' : 'unknown.haveAccount')}
    </AppButton>
  )
  if (has_account) {
    return (
      <SealPage
        icon="account"
        tone="wait"
        actions={
          <>
            {logIn}
            {/* Helps people who share an address, or whose address a stranger has registered. */}
            <AppButton tone="secondary" onClick={register}>
              {t('unknown.register')}
            </AppButton>
          </>
        }
      >
        <PageTitle
          title={t('unknown.hasAccountTitle')}
          lead={t('unknown.hasAccount', { provider, email })}
        />
      </SealPage>
    )
  }
  return (
    <SealPage
      icon="account"
      tone="wait"
      actions={
        <>
          <AppButton onClick={register}>{t('unknown.register')}</AppButton>
          {logIn}
        </>
      }
    >
      <PageTitle title={t('unknown.title')} lead={t('unknown.lead', { provider, label })} />
      <p>{t('unknown.registerHint')}</p>
    </SealPage>
  )
}

/** For a logged-in user: linking is a separate step that names both accounts. */
function LinkOffer({ identity, user }: { identity: ProvedIdentity; user: User }) {
  const { t } = useTranslation('identity-providers')
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  const link = useLink()
  const { provider_name: provider, label } = identity
  const after = safeReturnPath(identity.return_path) ?? paths.security()
  const confirm = () =>
    link.mutate(undefined, {
      onSuccess: () => {
        writeReturnPath(null)
        showToast({ message: t('linkedNow', { provider }) })
        navigate(after, { replace: true })
      },
    })
  return (
    <SealPage
      icon="key"
      tone="wait"
      actions={
        <>
          {link.error ? <Notice kind="error">{ofError(link.error)}</Notice> : null}
          <AppButton loading={link.isPending} onClick={confirm}>
            {t('unknown.link')}
          </AppButton>
          <AppButton component={Link} to={paths.home()} tone="secondary">
            {t('unknown.notNow')}
          </AppButton>
        </>
      }
    >
      <PageTitle
        title={t('unknown.linkTitle', { provider })}
        lead={t('unknown.linkLead', { provider, label, email: user.email })}
      />
    </SealPage>
  )
}
