import { useMemo } from 'react'
import type { Entry } from '#features/lending/conversations/messages/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { useHousehold } from '#features/lending/household/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'

/** Whether another member of the user's household did something. */
const isOthers = (own: boolean, author: string | null, userId: string) =>
  own && author !== null && author !== userId

function didOthersWrite(transaction: Transaction, ownId: string, userId: string): boolean {
  const { messages, events, borrower_id } = transaction
  const ownRole = borrower_id === ownId ? 'borrower' : 'lender'
  return (
    messages.some(({ from_id, author_id }) => isOthers(from_id === ownId, author_id, userId)) ||
    events.some(({ side, by_id }) => isOthers(side === ownRole, by_id, userId))
  )
}

/**
 * Names the member of the user's household who wrote a message or changed the request. Null for the user, for the
 * other side, and if it is not recorded. The household is loaded only if another member did something.
 */
export function useWriters(
  transaction: Transaction,
  ownId: string,
  userId: string,
): (entry: Pick<Entry, 'own' | 'author_id'>) => string | null {
  const { t } = useTranslation('inbox')
  const othersWrote = useMemo(
    () => didOthersWrite(transaction, ownId, userId),
    [transaction, ownId, userId],
  )
  const household = useHousehold(othersWrote)
  return ({ own, author_id }) => {
    if (!isOthers(own, author_id, userId)) return null
    const person = household.data?.people.find(({ id }) => id === author_id)
    return person?.firstname || t('ofHousehold')
  }
}
