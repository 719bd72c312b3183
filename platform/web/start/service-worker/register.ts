/**
 * Registers the service worker, or returns the existing registration. Rejects if the browser or the server has none.
 */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
}
