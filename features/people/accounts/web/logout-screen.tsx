import {
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { logOut, useSession } from './data/session.ts'

const FAREWELL_MS = 1000

/** Unsent messages on this device, by the ids of their authors. */
interface Unsent {
  authors(): string[]
  all(author: string): readonly unknown[]
  clear(author: string): void
  subscribe(listener: () => void): () => void
}

interface FarewellProps {
  /** Buttons to offer. */
  actions?: ReactNode
  /** Stays on this screen instead of continuing to the map. */
  stays?: boolean
}

interface Props extends FarewellProps {
  unsent: Unsent
}

/** Ends the session. Asks first if unsent messages would stay on the device. */
export function LogoutScreen({ unsent, actions, stays }: Props) {
  const [asking, setAsking] = useState(() => unsent.authors().length > 0)
  const leave = useCallback(() => setAsking(false), [])
  return asking ? (
    <StillWaiting unsent={unsent} onLeave={leave} />
  ) : (
    <Farewell actions={actions} stays={stays} />
  )
}

/** Where to go afterwards: another user's mailed link, or the map. */
function useNext(): string | null {
  const state: unknown = useLocation().state
  const next = state && typeof state === 'object' && 'next' in state ? state.next : null
  return typeof next === 'string' ? next : null
}

function Farewell({ actions, stays }: FarewellProps) {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const next = useNext()
  const hasEnded = useRef(false)
  useEffect(() => {
    if (hasEnded.current) return
    hasEnded.current = true
    logOut()
    // Reloads the app with the link, as if opened from the mail.
    if (next !== null) window.location.replace(next)
  }, [next])
  useEffect(() => {
    if (next !== null || stays) return
    const timer = setTimeout(() => navigate(paths.home(), { replace: true }), FAREWELL_MS)
    return () => clearTimeout(timer)
  }, [navigate, next, stays])
  return (
    <SealPage icon="check" tone="yes" actions={actions}>
      <PageTitle title={t('logout.title')} lead={t('logout.lead')} />
    </SealPage>
  )
}

/** Authors whose unsent messages may be here: all of them if the account cannot be loaded. */
function useWaiting(unsent: Unsent, userId: string | undefined) {
  const read = () => {
    const authors = userId === undefined ? unsent.authors() : [userId]
    return authors.reduce((count, author) => count + unsent.all(author).length, 0)
  }
  return useSyncExternalStore(unsent.subscribe, read)
}

/** Lists unsent messages; the author keeps them here or deletes them. */
function StillWaiting({ unsent, onLeave }: { unsent: Unsent; onLeave: () => void }) {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const { user, loggedIn, loading } = useSession()
  const count = useWaiting(unsent, user?.id)
  const nothing = !loggedIn || (!loading && count === 0)
  useEffect(() => {
    if (nothing) onLeave()
  }, [nothing, onLeave])
  if (loading || nothing) return <PageLoader />

  const discard = () => {
    for (const author of user ? [user.id] : unsent.authors()) unsent.clear(author)
    onLeave()
  }
  return (
    <SealPage
      icon="message"
      tone="wait"
      actions={
        <>
          <AppButton onClick={onLeave}>{t('logout.waiting.keep')}</AppButton>
          <AppButton tone="secondary" onClick={discard}>
            {t('logout.waiting.discard')}
          </AppButton>
          <AppButton tone="quiet" onClick={() => navigate(paths.inbox(), { replace: true })}>
            {t('logout.waiting.stay')}
          </AppButton>
        </>
      }
    >
      <PageTitle title={t('logout.waiting.title')} lead={t('logout.waiting.lead', { count })} />
    </SealPage>
  )
}
