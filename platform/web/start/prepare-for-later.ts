import { filesOfWorkers } from '../data/worker-files.ts'

/** Long after everything that the screen needs; also the limit on a page that is never idle. */
const REST_MS = 3000
/** A worker that crashed never answers. */
const MAP_WITHIN_MS = 15_000

/** On a slow network, the streets of the first view arrive later than the page itself. */
function mapArrived(): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, MAP_WITHIN_MS))
  return Promise.race([Promise.all(filesOfWorkers()), late])
}

/**
 * Not `import(...).then(...)`: Vite treats every failure in there as a missing file, after which the page may reload
 * (`reload-once.ts`). A service worker may be missing for other reasons, such as a private window.
 */
async function prepare(): Promise<void> {
  await mapArrived()
  const { afterwards } = await import('./afterwards.ts')
  await afterwards()
}

/** Loads what later visits need, once the page has everything for its screen. */
export function prepareForLater(): void {
  const atRest = () => setTimeout(() => prepare().catch(() => undefined), REST_MS)
  if (document.readyState === 'complete') atRest()
  else window.addEventListener('load', atRest, { once: true })
}
