import type { Transaction } from '@letterlend/contract/transactions.ts'
import { useHousehold } from '../../data/household.ts'
import { useTranslation } from '../../start/texts.ts'
import type { Bubble } from './conversation.ts'

/**
 * Who of the own household wrote a message; null for the user's own, for the other side and where
 * nobody knows. Only where others wrote at all it is asked who belongs to the household.
 */
export function useWriters(
  transaction: Transaction,
  ownId: string,
  userId: string,
): (bubble: Bubble) => string | null {
  const { t } = useTranslation('inbox')
  const isOthers = (own: boolean, author: string | null) =>
    own && author !== null && author !== userId
  const others = transaction.messages.some(({ from_id, author_id }) =>
    isOthers(from_id === ownId, author_id),
  )
  const household = useHousehold(others)
  return ({ own, author_id }) => {
    if (!isOthers(own, author_id)) return null
    const person = household.data?.people.find(({ id }) => id === author_id)
    return person?.firstname || t('ofHousehold')
  }
}
