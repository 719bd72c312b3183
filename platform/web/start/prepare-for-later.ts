import { filesOfWorkers } from '../data/worker-files.ts'

/** Long after everything the screen needs; also where a busy page never rests. */
const REST_MS = 3000
/** A worker that has died never answers. */
const MAP_WITHIN_MS = 15_000

/** On a slow network the streets of the first view are on their way for longer than the page itself. */
function mapArrived(): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, MAP_WITHIN_MS))
  return Promise.race([Promise.all(filesOfWorkers()), late])
}

/**
 * Not `import(...).then(...)`: Vite takes whatever fails within that for a file that did not come, after which the page may
 * be loaded anew (`reload-once.ts`). A service worker may be missing for other reasons, as in many a private window.
 */
async function prepare(): Promise<void> {
  await mapArrived()
  const { afterwards } = await import('./afterwards.ts')
  await afterwards()
}

/** What later visits need is asked for once the page has everything that its screen needs. */
export function prepareForLater(): void {
  const atRest = () => setTimeout(() => prepare().catch(() => undefined), REST_MS)
  if (document.readyState === 'complete') atRest()
  else window.addEventListener('load', atRest, { once: true })
}
