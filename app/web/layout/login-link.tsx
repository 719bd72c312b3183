import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { redeemLink } from '#features/transactions/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { readConversation } from '#platform/web/data/session-token.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'

const OtherAccountPage = lazy(() =>
  import('../pages/other-account-page.tsx').then((m) => ({ default: m.OtherAccountPage })),
)

interface LoginLinkProps {
  token: string
  onDone: () => void
}

/** The address in the mail, which tries its link once more. */
function withToken(target: string, token: string): string {
  const url = new URL(target, window.location.origin)
  url.searchParams.set('lt', token)
  return `${url.pathname}${url.search}`
}

/**
 * Redeems the link of a mail by POST, then shows the page it leads to, the map for `/?lt=`. A link that
 * fails leads to the login, unless another link of the same mail has opened the conversation here before.
 */
export function LoginLink({ token, onDone }: LoginLinkProps) {
  const navigate = useNavigate()
  const { ofError } = useErrorText()
  const { t } = useTranslation('layout')
  const started = useRef(false)
  const [otherAccount, setOtherAccount] = useState(false)
  const { pathname, search } = useLocation()
  const aid = new URLSearchParams(search).get('aid') ?? undefined
  const target = pathname === paths.home() ? paths.home({ aid }) : `${pathname}${search}`

  useEffect(() => {
    // The link works once: a second run of this effect would use it up.
    if (started.current) return
    started.current = true
    redeemLink(token)
      .then(() => {
        navigate(target, { replace: true })
        onDone()
      })
      .catch((error: unknown) => {
        const { transaction_id } = JSON.parse(readConversation() ?? '{}')
        if (
          transaction_id &&
          transaction_id === new URLSearchParams(search).get('transaction_id')
        ) {
          navigate(target, { replace: true })
          return onDone()
        }
        if (error instanceof ApiError && error.code === 'other_account')
          return setOtherAccount(true)
        showToast({
          kind: 'error',
          message: error instanceof ApiError ? ofError(error) : t('loadFailed'),
        })
        navigate(paths.login(target === paths.home() ? undefined : target), { replace: true })
        onDone()
      })
  }, [token, target, search, onDone, navigate, ofError, t])

  if (!otherAccount) return <PageLoader />
  return (
    <Suspense fallback={<PageLoader />}>
      <OtherAccountPage link={withToken(target, token)} onDone={onDone} />
    </Suspense>
  )
}
