import { reloadWhereOutdated } from './reload-once.ts'
import { registerServiceWorker } from './service-worker/registration.tsx'

/** Prepares later visits without network, and after an update. */
export async function afterwards(): Promise<void> {
  reloadWhereOutdated()
  if ('serviceWorker' in navigator) await registerServiceWorker()
}
