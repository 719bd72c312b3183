/**
 * A page that is open while the server is updated asks for files that are gone. It starts anew then, by
 * itself and once. Whoever has no network, or whose server is away, is left alone.
 */
const KEY = 'letterlend.reloaded'
const AGAIN_AFTER_MS = 300_000

let typedInto: Node | null = null

/** Its own script is gone as well: this page is of a build that the server no longer has. */
async function isOutdated(): Promise<boolean> {
  const { src } = document.querySelector<HTMLScriptElement>('script[type="module"][src]') ?? {}
  return !!src && (await fetch(src, { method: 'HEAD', cache: 'no-store' })).status === 404
}

function hasReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS
}

async function reloadOnce(): Promise<void> {
  // Looked at again after the wait: one screen often lacks several files, and each of them asks.
  if (hasReloaded() || !(await isOutdated()) || hasReloaded()) return
  // What was typed into a field that is still to be seen may be nowhere else.
  if (typedInto?.isConnected) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}

/** For as long as the page lives. */
export function reloadWhereOutdated(): void {
  addEventListener('input', ({ target }) => {
    typedInto = target as Node
  })
  // Also where a storage is blocked: what cannot be noted could happen over and over.
  addEventListener('vite:preloadError', () => void reloadOnce().catch(() => {}))
}
