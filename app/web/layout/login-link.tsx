import { lazy, Suspense, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { redeemLink } from '#features/lending/conversations/transactions/web/door.ts'
import { useLookAtLink } from '#features/people/accounts/web/data/door.ts'
import { MailedLinkPage } from '#features/people/accounts/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { hasAskedFor, isKnownPerson } from '#platform/web/data/known-people.ts'
import { readConversation } from '#platform/web/data/session-token.ts'
import { askedMark } from '#platform/web/start/login-link.ts'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'

const OtherAccountPage = lazy(() =>
  import('../pages/other-account-page.tsx').then((m) => ({ default: m.OtherAccountPage })),
)

interface LoginLinkProps {
  token: string
  onDone: () => void
}

/** The URL in the mail, which retries its link. */
function withToken(target: string, token: string): string {
  const url = new URL(target, window.location.origin)
  url.searchParams.set('lt', token)
  return `${url.pathname}${url.search}`
}

const isOver = (error: unknown) => error instanceof ApiError && error.code === 'invalid_token'

/**
 * Redeems a mailed link by POST, then shows the target page, which is the map for `/?lt=`. It is automatic in the
 * browser that requested the link and where its user has logged in before; elsewhere the user has to press a button. An
 * expired link leads to the login, unless another link of the same mail has already opened the conversation here.
 */
export function LoginLink({ token, onDone }: LoginLinkProps) {
  const navigate = useNavigate()
  const { ofError } = useErrorText()
  const started = useRef(false)
  const [asked] = useState(() => hasAskedFor(askedMark()))
  const [state, setState] = useState<'waiting' | 'sending' | 'otherAccount'>('waiting')
  const look = useLookAtLink(asked ? null : token, state !== 'waiting')
  const [noAnswer, setNoAnswer] = useState<ApiError | null>(null)
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const target =
    pathname === paths.home()
      ? paths.home({ aid: query.get('aid') ?? undefined })
      : `${pathname}${search}`

  const leave = (to: string, locationState?: { linkIsOver: boolean }) => {
    navigate(to, { replace: true, state: locationState })
    // Together with the new URL: otherwise the old screen would redirect to the login, without the state.
    startTransition(onDone)
  }
  const giveUp = (error: unknown = null) => {
    const { transaction_id } = JSON.parse(readConversation() ?? '{}')
    if (transaction_id && transaction_id === query.get('transaction_id')) return leave(target)
    const login = paths.login(target === paths.home() ? undefined : target)
    if (error === null || isOver(error)) return leave(login, { linkIsOver: true })
    showToast({ kind: 'error', message: ofError(error) })
    leave(login)
  }
  const redeem = () => {
    // The link works only once, so a second run would fail.
    if (started.current) return
    started.current = true
    setState('sending')
    setNoAnswer(null)
    redeemLink(token)
      .then(() => leave(target))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'other_account') return setState('otherAccount')
        if (error.code !== 'network') return giveUp(error)
        started.current = false
        setNoAnswer(error)
      })
  }

  const link = look.data
  const actsByItself = asked || (link?.state === 'open' && isKnownPerson(link.user_id))
  const lookedInVain = link?.state === 'used' || isOver(look.error)
  const start = useEffectEvent(redeem)
  const end = useEffectEvent(() => giveUp())
  useEffect(() => {
    if (actsByItself) start()
  }, [actsByItself])
  useEffect(() => {
    if (lookedInVain) end()
  }, [lookedInVain])

  if (state === 'otherAccount') {
    return (
      <Suspense fallback={<PageLoader />}>
        <OtherAccountPage link={withToken(target, token)} onDone={onDone} />
      </Suspense>
    )
  }
  if (noAnswer) {
    return (
      <Page>
        <LoadFailure error={noAnswer} onRetry={redeem} />
      </Page>
    )
  }
  if (look.isError && !lookedInVain) {
    return (
      <Page>
        <LoadFailure error={look.error} onRetry={() => void look.refetch()} />
      </Page>
    )
  }
  if (link?.state !== 'open' || actsByItself) return <PageLoader />
  return <MailedLinkPage link={link} sending={state === 'sending'} onOpen={redeem} />
}
