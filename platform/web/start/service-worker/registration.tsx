import { STICKER_BASE } from '#platform/shared/paths.ts'
import { call } from '../../data/api-client.ts'
import { filesOfWorkers } from '../../data/worker-files.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { showToastLater } from '../../ui/feedback/first-toast.ts'
import { translate } from '../texts.ts'
import { KEPT, KEPT_FILES } from './kept-answers.ts'
import type { PageMessage } from './messages.ts'
import { registerWorker } from './register.ts'
import { savesData } from './saves-data.ts'

const entryOfPage = () =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

const tell = (worker: ServiceWorker | null, message: PageMessage) => worker?.postMessage(message)

const isKept = (address: string) => {
  const { origin, pathname } = new URL(address, location.href)
  return (
    origin === location.origin && [...KEPT, ...KEPT_FILES].some(({ matches }) => matches(pathname))
  )
}

/**
 * The map was drawn before the service worker could cache it: tells the worker what the page and the map's workers have
 * loaded, and all stickers unless the user saves data.
 */
async function keepWhatWasSeen(worker: ServiceWorker): Promise<void> {
  const keep = (addresses: string[]) =>
    worker.postMessage({
      type: 'CACHE_URLS',
      payload: { urlsToCache: [...new Set(addresses.filter(isKept))] },
    })
  keep(performance.getEntriesByType('resource').map(({ name }) => name))
  for (const files of filesOfWorkers()) void files.then(keep)
  if (savesData(navigator)) return
  const items = await call('GET /items')
  keep(items.map(({ image_path }) => STICKER_BASE + image_path))
}

function offerNewVersion(registration: ServiceWorkerRegistration): void {
  const reload = () => {
    if (!registration.waiting) return location.reload()
    // Reload once the new worker is active, so that the page and its files come from one build.
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
    tell(registration.waiting, { type: 'take-over' })
  }
  showToastLater({
    id: 'new-version',
    seconds: null,
    message: (
      <>
        <p>{translate('layout:newVersion')}</p>
        <AppButton onClick={reload}>{translate('layout:failure.action')}</AppButton>
      </>
    ),
  })
}

/** Makes the app work offline. If this fails, the app still works with a network. */
export async function registerServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator
  const entry = entryOfPage()
  const registration = await registerWorker()
  const ask = (worker: ServiceWorker | null) => tell(worker, { type: 'started-with', entry })

  serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.type === 'newer') offerNewVersion(registration)
  })
  serviceWorker.startMessages()
  // Another tab has activated the new version.
  serviceWorker.addEventListener('controllerchange', () => ask(serviceWorker.controller))
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && serviceWorker.controller) ask(installing)
    })
  })
  ask(registration.waiting)

  if (!serviceWorker.controller) {
    const { active } = await serviceWorker.ready
    if (active) await keepWhatWasSeen(active)
  }
}
