import { useBlocked } from '#features/blocks/web/data/door.ts'
import type { Transaction } from '#features/transactions/contract.ts'
import { otherParty } from '#features/transactions/web/door.ts'

export interface Blocking {
  /** The other side; null after its account was deleted. */
  otherId: string | null
  /** By what the user knows it; null for nothing. */
  name: string | null
  /** The user has blocked it. */
  blocked: boolean
}

/** Whether the user has blocked the other side. It is asked only where the conversation is closed. */
export function useBlocking(transaction: Transaction, ownId: string): Blocking {
  const other = otherParty(transaction, ownId)
  const { data } = useBlocked(transaction.closed)
  const person = transaction.closed && data?.find(({ user_id }) => user_id === other?.id)
  return {
    otherId: other?.id ?? null,
    name: (person ? person.name : other?.firstname || other?.address) || null,
    blocked: Boolean(person),
  }
}
