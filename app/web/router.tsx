import { lazy, Suspense, useState } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { isMapScreen, paths, patterns } from '#platform/shared/paths.ts'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { loadMapPage } from './first-screen.ts'
import { AnnouncementOutlet } from './layout/announcement-outlet.tsx'
import { preloadable } from './preloadable.tsx'

const MapPage = preloadable(() =>
  loadMapPage().then((m) => {
    m.fetchAhead()
    return m.MapPage
  }),
)
const FurtherScreens = preloadable(() =>
  import('./further-screens.tsx').then((m) => m.FurtherScreens),
)

const LoginLink = lazy(() =>
  import('./layout/login-link.tsx').then((m) => ({ default: m.LoginLink })),
)

/** Loads the code of the start screen; a failure is retried when the screen renders. */
export async function preloadScreen(pathname: string): Promise<void> {
  const screen = isMapScreen(pathname) ? MapPage : FurtherScreens
  await screen.preload().catch(() => undefined)
}

/** The screens; `loginToken` is redeemed before the first of them. */
export function AppRoutes({ loginToken }: { loginToken: string | null }) {
  const [pending, setPending] = useState(loginToken)
  if (pending !== null) {
    return (
      <Suspense fallback={<PageLoader />}>
        <LoginLink token={pending} onDone={() => setPending(null)} />
      </Suspense>
    )
  }
  return (
    <>
      <AnnouncementOutlet />
      <Screens />
    </>
  )
}

/** Paths match case-insensitively. */
function Screens() {
  const { pathname } = useLocation()
  if (!isMapScreen(pathname)) return <FurtherScreens />
  return (
    <Routes>
      {/* One element for all map addresses, so that the map survives moving between them. */}
      <Route element={<MapPage />}>
        <Route path={paths.home()} element={null} />
        <Route path={paths.map()} element={null} />
        <Route path={patterns.letterbox} element={null} />
      </Route>
    </Routes>
  )
}
