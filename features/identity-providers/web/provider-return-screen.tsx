import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { useSession } from '#features/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { safeReturnPath } from '#platform/web/data/return-path.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Finished } from '../contract.ts'
import { finishAtProvider, useIdentityProviders } from './data/identity-providers.ts'

/** Where a provider sends people back to: what it says is checked, and they go on to where they wanted to be. */
export function ProviderReturnScreen() {
  const { t } = useTranslation('identity-providers')
  const { provider = '' } = useParams()
  const navigate = useNavigate()
  const location = useLocation()
  const [query] = useState(location.search)
  const [failure, setFailure] = useState<unknown>(null)
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
        navigate(safeReturnPath(finished.return_path) ?? paths.home(), { replace: true })
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
  return (
    <SealPage icon="clock" tone="wait">
      <PageTitle title={t('returning.title')} lead={t('returning.lead', { provider: name })} />
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
