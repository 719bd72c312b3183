import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Banner } from '#features/community/settings/banner/web/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import {
  isBareScreen,
  isInboxScreen,
  isMapScreen,
  isMessagePanel,
  isOfOldSite,
  pathOfHash,
  paths,
} from '#platform/shared/paths.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { onSessionExpired } from '#platform/web/data/session-token.ts'
import { followUserLanguage } from '#platform/web/start/i18n.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { showToastLater } from '#platform/web/ui/feedback/first-toast.ts'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { followLostFocus } from '#platform/web/ui/lost-focus.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import classes from './layout.module.css'
import { OfflineNotice } from './offline-notice.tsx'
import { PendingScreen } from './pending-screen.tsx'
import { ShellEnd } from './shell-end.tsx'
import { ToastOutlet } from './toast-outlet.tsx'
import { TopNavigation } from './top-navigation.tsx'

const WhileLoggedIn = lazy(() =>
  import('./while-logged-in.tsx').then((m) => ({ default: m.WhileLoggedIn })),
)

const AccountNotices = lazy(() =>
  import('./account-notices.tsx').then((m) => ({ default: m.AccountNotices })),
)

const DemoNotice = lazy(() => import('./demo-notice.tsx').then((m) => ({ default: m.DemoNotice })))

const FeedbackModal = lazy(() =>
  import('#features/community/moderation/web/feedback-modal.tsx').then((m) => ({
    default: m.FeedbackModal,
  })),
)

const MAIN_ID = 'content'

/** Navigation, screen and footer. Map screens have exactly the window's height. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('layout')
  const { pathname } = useLocation()
  const { loggedIn, user } = useSession()
  const map = isMapScreen(pathname)
  const bare = isBareScreen(pathname)
  const inbox = isInboxScreen(pathname)
  const [feedback, setFeedback] = useState<'never' | 'open' | 'closed'>('never')
  const openFeedback = () => setFeedback('open')
  const config = useConfig()
  const terms = config?.terms_to_agree ?? null
  useOldHashLinks()
  useSessionEffects()
  useStartOfNewScreen(pathname)
  useEffect(followLostFocus, [])

  return (
    <div
      className={classes.root}
      data-full-height={map || bare || undefined}
      data-inbox={inbox ? (isMessagePanel(pathname) ? 'conversation' : 'list') : undefined}
    >
      <a className={classes.skip} href={`#${MAIN_ID}`}>
        {t('skipToContent')}
      </a>
      {bare ? null : <TopNavigation onFeedback={openFeedback} />}
      {bare ? null : <Banner />}
      {config?.demo_reset && !bare ? (
        <Suspense>
          <DemoNotice resetAt={config.demo_reset} />
        </Suspense>
      ) : null}
      <OfflineNotice />
      {user && !bare && (user.email_refused || terms || user.waiting_since) ? (
        <Suspense>
          <AccountNotices user={user} terms={terms} />
        </Suspense>
      ) : null}
      <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageLoader />}>
            {children}
            {/* A map screen removes the shell itself once its map is visible. */}
            {map ? null : <ShellEnd />}
          </Suspense>
        </ErrorBoundary>
        <PendingScreen />
      </main>
      {bare ? null : <Footer compact={map || inbox} />}
      {loggedIn && !bare && !inbox ? (
        <button type="button" className={classes.feedback} onClick={openFeedback}>
          {t('feedback')}
        </button>
      ) : null}
      <ToastOutlet />
      <Suspense>{loggedIn ? <WhileLoggedIn /> : null}</Suspense>
      <Suspense>
        {feedback === 'never' ? null : (
          <FeedbackModal opened={feedback === 'open'} onClose={() => setFeedback('closed')} />
        )}
      </Suspense>
    </div>
  )
}

/** An old hash link that is opened while the app runs only changes the hash. */
function useOldHashLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    const onHashChange = () => {
      const path = pathOfHash(window.location.hash)
      if (path === null) return
      // The server knows where an address of a site that was moved in leads.
      if (isOfOldSite(path)) window.location.replace(path)
      else navigate(path, { replace: true })
    }
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [navigate])
}

function useSessionEffects() {
  const { t } = useTranslation('layout')
  const { user } = useSession()
  const config = useConfig()
  // The accounts of a public demo are shared by visitors of all languages.
  const setting = config?.demo_reset === null ? user?.user_settings.lang : undefined
  useEffect(() => {
    if (setting) followUserLanguage(setting)
  }, [setting])
  useEffect(
    () => onSessionExpired(() => showToastLater({ kind: 'warning', message: t('sessionEnded') })),
    [t],
  )
}

/**
 * A new screen starts at its top, for screen readers too, unless it sets the focus itself. All map screens count as
 * one.
 */
function useStartOfNewScreen(pathname: string) {
  const screen = isMapScreen(pathname) ? paths.map() : pathname
  const last = useRef(screen)
  useEffect(() => {
    if (last.current === screen) return
    last.current = screen
    window.scrollTo(0, 0)
    const main = document.getElementById(MAIN_ID)
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
  }, [screen])
}
