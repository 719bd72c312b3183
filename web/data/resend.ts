import { useEffect } from 'react'
import { ApiError } from './api-client.ts'
import { isConnected, subscribeToConnection } from './connection.ts'
import { type Outgoing, outbox } from './outbox.ts'
import { deliver } from './transactions.ts'

/** Did not reach the server, or nobody knows: sending it again is harmless. */
const isInterrupted = ({ state, error }: Outgoing) =>
  state === 'failed' &&
  (error === undefined || (error instanceof ApiError && error.code === 'network'))

/**
 * Sends what the network kept back: each message once for each time that the server is in reach
 * again. What the server refused waits for the person. @returns the end of it
 */
export function resendWhenConnected(userId: string): () => void {
  let connected = false
  let tried = new Set<string>()
  const look = () => {
    const before = connected
    connected = isConnected()
    if (!connected) return
    if (!before) tried = new Set()
    for (const entry of outbox.all()) {
      if (entry.author_id !== userId || !isInterrupted(entry) || tried.has(entry.request_id))
        continue
      tried.add(entry.request_id)
      void deliver(entry.request_id, userId)
    }
  }
  const endConnection = subscribeToConnection(look)
  // What fails while the network seems to be there is tried again at once.
  const endOutbox = outbox.subscribe(() => queueMicrotask(look))
  look()
  return () => {
    endConnection()
    endOutbox()
  }
}

/** While somebody is logged in, on whichever screen. */
export function useResend(userId: string | undefined): void {
  useEffect(() => (userId ? resendWhenConnected(userId) : undefined), [userId])
}
