import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { pathOfHash, paths } from './app/paths.ts'
import { preloadScreen } from './app/router.tsx'
import { startI18n } from './i18n.ts'

/** Long after everything the screen needs; also where a busy page never rests. */
function whenIdle(work: () => void): void {
  const wait = () => setTimeout(work, 3000)
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}

function keepForOffline(): void {
  import('./service-worker/registration.tsx')
    .then((module) => module.registerServiceWorker())
    .catch(() => undefined)
}

/** Renders the app. `loginToken`: the token of a login link it was opened with. */
export async function start(loginToken: string | null): Promise<void> {
  // Decided first: an old hash link must not lead from the page that may be framed into the app.
  const embedded = window.location.pathname.toLowerCase() === paths.embed()
  const oldPath = embedded ? null : pathOfHash(window.location.hash)
  if (oldPath !== null) window.history.replaceState(null, '', oldPath)

  if (!embedded) preloadScreen(window.location.pathname)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  await startI18n()
  if (embedded) {
    const { EmbedApp } = await import('./app/embed/embed-app.tsx')
    createRoot(root).render(<EmbedApp />)
    return
  }
  createRoot(root).render(<App loginToken={loginToken} />)
  if (import.meta.env.PROD && 'serviceWorker' in navigator) whenIdle(keepForOffline)
}
