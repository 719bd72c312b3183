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

/** Where a provider sends people back to: what it says is checked, and they go on to where they wanted to be. */
export function ProviderReturnScreen() {
  const { t } = useTranslation('identity-providers')
  const { provider = '' } = useParams()
  const navigate = useNavigate()
  const location = useLocation()
  const [query] = useState(location.search)
  const [failure, setFailure] = useState<unknown>(null)
  /** Where somebody goes on to once they have answered an offer. */
  const [onward, setOnward] = useState<string | null>(null)
  const name = useIdentityProviders().find(({ key }) => key === provider)?.name ?? provider
  useEffect(() => {
    let left = false
    // Neither bookmark nor history keeps what works once.
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

/** Asks whoever has just logged in whether the address that has changed at the provider is to be theirs here as well. */
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

/** In the reader's words, with the other ways beside it. */
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
