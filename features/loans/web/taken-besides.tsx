import { Suspense } from 'react'
import { TakenNote } from '#features/requests/web/door.ts'
import type { Transaction } from '#features/transactions/contract.ts'
import { communityToday } from '#platform/web/data/community-day.ts'
import { useTakenBesides } from './data/loans.ts'
import { daysOfYes } from './days-of-yes.ts'

interface TakenBesidesProps {
  transaction: Transaction
  /** As far as whoever says yes has named days. */
  named?: { day: string; backBy: string }
}

const NOTHING_NAMED = { day: '', backBy: '' }

/** Beside a yes: until when the thing is promised to somebody else on these days. */
export function TakenBesides({ transaction, named = NOTHING_NAMED }: TakenBesidesProps) {
  const { data } = useTakenBesides(transaction.id)
  if (!data?.length) return null
  // Its texts are loaded where there is something to say: the screen around it does not wait for them.
  return (
    <Suspense>
      <TakenNote taken={data} days={daysOfYes(transaction, named, communityToday())} />
    </Suspense>
  )
}
