import { useEffect, useRef } from 'react'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { noteView, useMarkSeen } from '#features/lending/conversations/transactions/web/door.ts'
import { conversationTag } from '#platform/shared/push.ts'
import { closeNotifications } from '#platform/web/data/push/push-device.ts'

/**
 * Milliseconds between two reports that the conversation is open. The server mails no one who had it open within
 * the last minute.
 */
const VIEW_EVERY_MS = 40_000

/**
 * Marks messages as seen while they are on the screen of a visible tab, whenever one arrives. In between, reports
 * to the server at intervals that the conversation is open. Removes this device's notifications about the
 * conversation.
 */
export function useMarkShownSeen(transaction: Transaction, ownId: string): void {
  const { mutate } = useMarkSeen(ownId)
  const markedState = useRef<string | null>(null)
  const newest = transaction.messages.at(-1)?.id ?? ''
  const hasNewMessage = transaction.has_new_message
  const { id } = transaction
  useEffect(() => {
    if (!hasNewMessage) {
      markedState.current = null
      return
    }
    const state = `${id}:${newest}`
    const mark = () => {
      if (document.visibilityState !== 'visible' || markedState.current === state) return
      markedState.current = state
      mutate(id, {
        onError: () => {
          markedState.current = null
        },
      })
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [hasNewMessage, id, newest, mutate])

  useEffect(() => {
    const clear = () => {
      if (document.visibilityState === 'visible' && newest) closeNotifications(conversationTag(id))
    }
    clear()
    document.addEventListener('visibilitychange', clear)
    return () => document.removeEventListener('visibilitychange', clear)
  }, [id, newest])

  const pending = useRef(hasNewMessage)
  pending.current = hasNewMessage
  useEffect(() => {
    const note = () => {
      // Marking messages as seen also tells the server that the conversation is open.
      if (document.visibilityState === 'visible' && !pending.current) noteView(id)
    }
    note()
    const timer = setInterval(note, VIEW_EVERY_MS)
    document.addEventListener('visibilitychange', note)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', note)
    }
  }, [id])
}
