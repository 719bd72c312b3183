import type { Transaction } from '@letterlend/contract/transactions.ts'
import { useEffect, useRef } from 'react'
import { useMarkSeen } from '../../data/transactions.ts'

/** Marks messages seen when they are on the screen of a visible tab; once for each that arrives. */
export function useMarkShownSeen(transaction: Transaction, ownId: string): void {
  const { mutate } = useMarkSeen(ownId)
  const marked = useRef<string | null>(null)
  const newest = transaction.messages.at(-1)?.id ?? ''
  const waiting = transaction.has_new_message
  const { id } = transaction
  useEffect(() => {
    if (!waiting) {
      marked.current = null
      return
    }
    const state = `${id}:${newest}`
    const mark = () => {
      if (document.visibilityState !== 'visible' || marked.current === state) return
      marked.current = state
      mutate(id, {
        onError: () => {
          marked.current = null
        },
      })
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [waiting, id, newest, mutate])
}
