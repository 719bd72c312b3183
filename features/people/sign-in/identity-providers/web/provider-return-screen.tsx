import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { safeReturnPath } from '#platform/web/data/return-path.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Finished } from '../contract.ts'
import {
  finishAtProvider,
  useIdentityProviders,
  useLinkedAccounts,
} from './data/identity-providers.ts'
import { EmailAnswers } from './email-offer.tsx'

/** Return page of a provider: finishes the login, and continues to where the user was going. */
export function ProviderReturnScreen() {
  const { t } = useTranslation('identity-providers')
  const { provider = '' } = useParams()
  const navigate = useNavigate()
  const location = useLocation()
  const [query] = useState(location.search)
  const [failure, setFailure] = useState<unknown>(null)
  /** Where to continue after the offer is answered. */
  const [onward, setOnward] = useState<string | null>(null)
  const name = useIdentityProviders().find(({ key }) => key === provider)?.name ?? provider
  useEffect(() => {
    let left = false
    // Removes the single-use query from bookmark and history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    const goOn = (finished: Finished) => {
      if (finished.outcome === 'linked') {
        showToast({ message: t('linkedNow', { provider: finished.provider_name }) })
        navigate(paths.security(), { replace: true })
      } else if (finished.outcome === 'unknown') {
        navigate(paths.providerUnknown(), { replace: true })
      } else {
        const onward = safeReturnPath(finished.return_path) ?? paths.home()
        if (finished.offers_email) setOnward(onward)
        else navigate(onward, { replace: true })
      }
    }
    finishAtProvider(provider, query).then(
      (finished) => !left && goOn(finished),
      (error: unknown) => !left && setFailure(error),
    )
    return () => {
      left = true
    }
  }, [provider, query, navigate, t])
  if (failure) return <Failed error={failure} />
  if (onward !== null) return <Offer provider={provider} onward={onward} />
  return (
    <SealPage icon="clock" tone="wait">
      <PageTitle title={t('returning.title')} lead={t('returning.lead', { provider: name })} />
    </SealPage>
  )
}

/** After a login, offers to adopt the address that has changed at the provider. */
function Offer({ provider, onward }: { provider: string; onward: string }) {
  const { t } = useTranslation('identity-providers')
  const navigate = useNavigate()
  const linked = useLinkedAccounts()
  const account = linked.data?.find((each) => each.provider === provider && each.new_email)
  const isSettled = linked.isError || (linked.data !== undefined && !account)
  useEffect(() => {
    if (isSettled) navigate(onward, { replace: true })
  }, [isSettled, navigate, onward])
  if (!account) return null
  const names = { provider: account.provider_name, email: account.new_email ?? '' }
  return (
    <SealPage icon="information" tone="wait" actions={<EmailAnswers account={account} />}>
      <PageTitle title={t('newEmail.title')} lead={t('newEmail.lead', names)} />
    </SealPage>
  )
}

/** Explains the error, and offers other ways to log in. */
function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation('identity-providers')
  const { ofError } = useErrorText()
  const { loggedIn } = useSession()
  return (
    <SealPage
      icon="information"
      tone="no"
      actions={
        <AppButton component={Link} to={loggedIn ? paths.security() : paths.login()} replace>
          {t(loggedIn ? 'failed.toSecurity' : 'failed.other')}
        </AppButton>
      }
    >
      <PageTitle title={t('failed.title')} lead={ofError(error)} />
    </SealPage>
  )
}
