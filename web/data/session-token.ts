/** Where the api token lives. Nothing but the session and the API client reads it. */

const STORAGE_KEY = 'letterlend.token'

type Listener = () => void
const changeListeners = new Set<Listener>()
const expiryListeners = new Set<Listener>()

/** Storage may be blocked by the browser's settings; the session then lasts as long as the page. */
let memory: string | null = null

/** Inside another site's page nobody is logged in: what is pressed there may be somebody's trick. */
const FRAMED = window.self !== window.top

export function readToken(): string | null {
  if (FRAMED) return null
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return memory
  }
}

export function writeToken(token: string | null): void {
  memory = token
  try {
    if (token === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, token)
  } catch {
    // Kept in memory above.
  }
  for (const listener of changeListeners) listener()
}

/** Calls back when the token changes, also in another tab. */
export function subscribeToToken(listener: Listener): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY || event.key === null) listener()
  }
  changeListeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    changeListeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Calls back once for each session that the server refused. */
export function onSessionExpired(listener: Listener): () => void {
  expiryListeners.add(listener)
  return () => expiryListeners.delete(listener)
}

/** Ends the session of `token`; the second of several refused calls finds it ended already. */
export function expireSession(token: string): void {
  if (readToken() !== token) return
  writeToken(null)
  for (const listener of expiryListeners) listener()
}
