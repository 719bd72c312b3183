/**
 * A page that is open while the server is updated asks for files that no longer exist. It then reloads by
 * itself, and only once. Without a network, or while the server is away, nothing is reloaded.
 */
const KEY = 'letterlend.reloaded'
const AGAIN_AFTER_MS = 300_000

let typedInto: Node | null = null

/** The page's own script is gone as well: the page is of a build that the server no longer has. */
async function isOutdated(): Promise<boolean> {
  const { src } = document.querySelector<HTMLScriptElement>('script[type="module"][src]') ?? {}
  return !!src && (await fetch(src, { method: 'HEAD', cache: 'no-store' })).status === 404
}

function hasReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS
}

async function reloadOnce(): Promise<void> {
  // Checked again after the wait: one screen often lacks several files, and each of them calls this.
  if (hasReloaded() || !(await isOutdated()) || hasReloaded()) return
  // Text in a field that is still visible may be stored nowhere else.
  if (typedInto?.isConnected) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}

/** For as long as the page lives. */
export function reloadWhereOutdated(): void {
  addEventListener('input', ({ target }) => {
    typedInto = target as Node
  })
  // No reload where storage is blocked: without a note of it, the page could reload over and over.
  addEventListener('vite:preloadError', () => void reloadOnce().catch(() => {}))
}
