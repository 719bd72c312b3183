import { useBlocked } from '#features/lending/blocks/web/door.ts'
import { otherParty } from '#features/lending/conversations/messages/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'

export interface Blocking {
  /** The user id of the other side; null if its account was deleted. */
  otherId: string | null
  /** The name or address under which the user knows them; null if the user knows neither. */
  name: string | null
  /** Whether the user has blocked the other side. */
  blocked: boolean
}

/** Whether the user has blocked the other side. Loaded only if the conversation is closed. */
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
