import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { isOfOldSite, pathOfHash, paths } from '#platform/shared/paths.ts'
import { askBy } from '#platform/web/data/api-client.ts'
import { configQuery } from '#platform/web/data/config.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { startI18n } from '#platform/web/start/i18n.ts'
import { prepareForLater } from '#platform/web/start/prepare-for-later.ts'
import { surviveTranslation } from '#platform/web/start/translated-page.ts'
import { App } from './app.tsx'
import { preloadScreen } from './router.tsx'

/** Renders the app. `loginToken`: the token of the login link that opened it. */
export async function start(loginToken: string | null): Promise<void> {
  // Decide this first: an old hash link must not lead from the frameable page into the app.
  const embedded = window.location.pathname.toLowerCase() === paths.embed()
  const oldPath = embedded ? null : pathOfHash(window.location.hash)
  if (oldPath !== null && isOfOldSite(oldPath)) {
    // The server knows where it leads here.
    window.location.replace(oldPath)
    return
  }
  if (oldPath !== null) window.history.replaceState(null, '', oldPath)

  surviveTranslation()
  askBy(() => import('./layout/asking.tsx').then((module) => module.asking))
  void queryClient.prefetchQuery(configQuery)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const screen = embedded ? undefined : preloadScreen(window.location.pathname)
  await Promise.all([startI18n(), screen])
  if (embedded) {
    const { EmbedApp } = await import('./embed/embed-app.tsx')
    createRoot(root).render(<EmbedApp />)
    return
  }
  // Renders in slices: otherwise the first screen would block a slow phone for a quarter of a second.
  startTransition(() => createRoot(root).render(<App loginToken={loginToken} />))
  if (import.meta.env.PROD) prepareForLater()
}
