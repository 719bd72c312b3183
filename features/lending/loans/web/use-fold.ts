import { useState } from 'react'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { textDraft, useDraft } from '#platform/web/data/draft.ts'

/** Whether a message followed the last event: then people open the conversation to read it, not the details. */
function goesOn({ status, events, messages }: Transaction): boolean {
  const lastEventAt = events.at(-1)?.at
  const lastMessageAt = messages.findLast(({ automatic }) => !automatic)?.created_at
  return (
    (status === 'accepted' || status === 'handed_over') &&
    !!lastEventAt &&
    !!lastMessageAt &&
    lastMessageAt > lastEventAt
  )
}

/**
 * Whether the details of a request are shown: as the reader chose in this state. Without a choice they are shown
 * unless messages followed the last event. This is decided once, so that nothing moves while the reader looks at
 * it.
 */
export function useFold(
  transaction: Transaction,
): [open: boolean, setOpen: (open: boolean) => void] {
  const { id, status } = transaction
  const [choice, choose] = useDraft(`request.${id}`, '', textDraft)
  const state = `${id} ${status}`
  const [first, setFirst] = useState({ state, open: !goesOn(transaction) })
  if (first.state !== state) setFirst({ state, open: !goesOn(transaction) })
  const open = choice === `${status} open` || (choice !== `${status} folded` && first.open)
  return [open, (next) => choose(`${status} ${next ? 'open' : 'folded'}`)]
}
