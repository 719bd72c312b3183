import { isMapScreen, paths, patterns } from '@letterlend/contract/paths.ts'
import { useState } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { AnnouncementOutlet } from './layout/announcement-outlet.tsx'
import { LoginLink } from './layout/login-link.tsx'
import { preloadable } from './preloadable.tsx'

const MapPage = preloadable(() => import('./pages/map-page.tsx').then((m) => m.MapPage))
const FurtherScreens = preloadable(() =>
  import('./further-screens.tsx').then((m) => m.FurtherScreens),
)

/** Fetches the code of the start screen; what fails is tried again when the screen is rendered. */
export async function preloadScreen(pathname: string): Promise<void> {
  const screen = isMapScreen(pathname) ? MapPage : FurtherScreens
  await screen.preload().catch(() => undefined)
}

/** The screens; `loginToken` is redeemed before the first of them. */
export function AppRoutes({ loginToken }: { loginToken: string | null }) {
  const [pending, setPending] = useState(loginToken)
  if (pending !== null) return <LoginLink token={pending} onDone={() => setPending(null)} />
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
