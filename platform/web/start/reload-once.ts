/**
 * A page that is open during a server update requests files that no longer exist. It then reloads once. Without a
 * network, or while the server is down, it does not reload.
 */
const KEY = 'letterlend.reloaded'
const AGAIN_AFTER_MS = 300_000

let typedInto: Node | null = null

/** Whether the page's own script is missing too, so the page is from an older build. */
async function isOutdated(): Promise<boolean> {
  const { src } = document.querySelector<HTMLScriptElement>('script[type="module"][src]') ?? {}
  return !!src && (await fetch(src, { method: 'HEAD', cache: 'no-store' })).status === 404
}

function hasReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS
}

async function reloadOnce(): Promise<void> {
  // Check again after the wait: one screen often misses several files, and each of them calls this.
  if (hasReloaded() || !(await isOutdated()) || hasReloaded()) return
  // Do not reload: text in a visible field may not be stored anywhere else.
  if (typedInto?.isConnected) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}

/** Active as long as the page lives. */
export function reloadWhereOutdated(): void {
  addEventListener('input', ({ target }) => {
    typedInto = target as Node
  })
  // If storage is blocked, do not reload: the page could reload endlessly.
  addEventListener('vite:preloadError', () => void reloadOnce().catch(() => {}))
}
