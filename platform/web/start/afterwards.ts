import { reloadWhereOutdated } from './reload-once.ts'
import { registerServiceWorker } from './service-worker/registration.tsx'

/** What a page does once it has all its screen needs: it costs the first sight nothing. */
export async function afterwards(): Promise<void> {
  reloadWhereOutdated()
  if ('serviceWorker' in navigator) await registerServiceWorker()
}
