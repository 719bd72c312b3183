import { createListeners } from './listeners.ts'

/** Where the api token lives. Nothing but the session and the API client reads it. */

const STORAGE_KEY = 'letterlend.token'
const CONVERSATION_KEY = 'letterlend.conversation'

const changes = createListeners()
const expiries = createListeners()

/** Storage may be blocked by the browser's settings; the session then lasts as long as the page. */
let memory: string | null = null
let conversationMemory: string | null = null

/** Inside another site's page nobody is logged in: that site could trick people into pressing something. */
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
  changes.tell()
}

/**
 * The session that the link of a mail opened, as JSON: it gives access to one conversation, and logs nobody
 * in. Null while somebody is logged in.
 */
export function readConversation(): string | null {
  if (FRAMED || readToken() !== null) return null
  try {
    return localStorage.getItem(CONVERSATION_KEY)
  } catch {
    return conversationMemory
  }
}

export function writeConversation(conversation: string | null): void {
  conversationMemory = conversation
  try {
    if (conversation === null) localStorage.removeItem(CONVERSATION_KEY)
    else localStorage.setItem(CONVERSATION_KEY, conversation)
  } catch {
    // Kept in memory above.
  }
  changes.tell()
}

/** What a call is made with. */
export function readBearer(): string | null {
  return readToken() ?? JSON.parse(readConversation() ?? '{}').token ?? null
}

/** Calls back when the token, or the conversation, changes, also in another tab. */
export function subscribeToToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY || event.key === CONVERSATION_KEY || event.key === null)
      listener()
  }
  const unsubscribe = changes.subscribe(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onStorage)
  }
}

/** Calls back once for each session that the server refused. */
export const onSessionExpired = expiries.subscribe

/**
 * Ends the session of `token`. Where several calls were refused, the session has ended already at the
 * second.
 */
export function expireSession(token: string): void {
  if (readBearer() !== token) return
  if (readToken() === null) {
    writeConversation(null)
    return
  }
  writeToken(null)
  expiries.tell()
}

/** The owner of the token, as the server last said. */
let owner: { token: string | null; userId: string } | null = null

export function writeOwner(token: string | null, userId: string): void {
  owner = { token, userId }
}

/**
 * Whether a call that is made now is made as this user. Another tab may have logged in somebody else, which
 * this tab has not noticed yet.
 */
export function isSessionOf(userId: string): boolean {
  const token = readToken()
  if (token === null) return JSON.parse(readConversation() ?? '{}').user_id === userId
  return owner?.token === token && owner.userId === userId
}
