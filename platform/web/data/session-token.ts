import { createListeners } from './listeners.ts'

/** Storage of the API token. Only the session and the API client read it. */

const STORAGE_KEY = 'letterlend.token'
const CONVERSATION_KEY = 'letterlend.conversation'

const changes = createListeners()
const expiries = createListeners()

/** The browser may block storage; the session then lasts as long as the page. */
let memory: string | null = null
let conversationMemory: string | null = null

/** Inside another site's page the user is never logged in: that site could trick people into clicking something. */
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
 * The conversation session from a mail's link, as JSON: it gives access to one conversation and does not log in. Null
 * while the user is logged in.
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

export function readBearer(): string | null {
  return readToken() ?? JSON.parse(readConversation() ?? '{}').token ?? null
}

/** Calls back when the token or the conversation changes, in any tab. */
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

/** Calls back once for each session that the server has rejected. */
export const onSessionExpired = expiries.subscribe

/** Ends the session of `token`. If several calls were rejected, the session has already ended after the first. */
export function expireSession(token: string): void {
  if (readBearer() !== token) return
  if (readToken() === null) {
    writeConversation(null)
    return
  }
  writeToken(null)
  expiries.tell()
}

/** The owner of the token according to the server. */
let owner: { token: string | null; userId: string } | null = null

export function writeOwner(token: string | null, userId: string): void {
  owner = { token, userId }
}

/**
 * Whether a call made now is made as this user. Another tab may have switched the account, which this tab has not
 * noticed yet.
 */
export function isSessionOf(userId: string): boolean {
  const token = readToken()
  if (token === null) return JSON.parse(readConversation() ?? '{}').user_id === userId
  return owner?.token === token && owner.userId === userId
}
