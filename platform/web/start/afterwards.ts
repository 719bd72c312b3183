import { filesOfWorkers } from '../data/worker-files.ts'
import { reloadWhereOutdated } from './reload-once.ts'
import { registerServiceWorker } from './service-worker/registration.tsx'

/** A worker that has died never answers. */
const MAP_WITHIN_MS = 15_000

/** On a slow network the streets of the first view are on their way for longer than the page itself. */
function mapArrived(): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, MAP_WITHIN_MS))
  return Promise.race([Promise.all(filesOfWorkers()), late])
}

/** Runs work once the page has everything its screen needs, so that it does not delay the first sight. */
export async function afterwards(): Promise<void> {
  reloadWhereOutdated()
  if (!('serviceWorker' in navigator)) return
  await mapArrived()
  await registerServiceWorker()
}
