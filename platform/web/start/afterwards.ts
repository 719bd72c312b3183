import { reloadWhereOutdated } from './reload-once.ts'
import { registerServiceWorker } from './service-worker/registration.tsx'

/** Runs work once the page has everything its screen needs, so that it does not delay the first sight. */
export async function afterwards(): Promise<void> {
  reloadWhereOutdated()
  if ('serviceWorker' in navigator) await registerServiceWorker()
}
