import { Suspense } from 'react'
import { firstTaken } from '#features/lending/conversations/days/taken-days.ts'
import { type Days, dayInWords, TakenNote } from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { communityToday, dayOf } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useOutlook, useTakenBesides } from './data/loans.ts'
import { daysOfYes } from './days-of-yes.ts'
import classes from './taken-besides.module.css'

interface TakenBesidesProps {
  transaction: Transaction
  /** The days that the lender has named with the yes, if any. */
  named?: { day: string; backBy: string }
}

const NOTHING_NAMED = { day: '', backBy: '' }

/** Shown with a yes: until when the thing is promised to another borrower on these days. */
export function TakenBesides({ transaction, named = NOTHING_NAMED }: TakenBesidesProps) {
  const { data } = useTakenBesides(transaction.id)
  if (!data?.length) return null
  // Suspends on its own, so that the screen around it does not wait for its texts.
  return (
    <Suspense>
      <TakenNote taken={data} days={daysOfYes(transaction, named, communityToday())} />
    </Suspense>
  )
}

/**
 * Shown with a change of days and its acceptance: from when another borrower waits for the thing, without the
 * name.
 */
export function WantedBesides({ transaction, days }: { transaction: Transaction; days: Days }) {
  const { t } = useTranslation('loans')
  const { data } = useOutlook(transaction)
  const chosen = { from: days.from, until: days.until ?? days.from }
  // Undefined in responses of a previous server version.
  const span = firstTaken(data?.wanted_besides ?? [], chosen)
  const first = span && (span.from > chosen.from ? span.from : chosen.from)
  return (
    <p className={classes.note} role="status">
      {first ? <Icon name="information" size={20} /> : null}
      {first ? (
        <span>{t('change.wantedFrom', { when: dayInWords(first, currentLanguage()) })}</span>
      ) : null}
    </p>
  )
}

/** {@link WantedBesides} for the days that the other side proposed. */
export function WantedBesidesOfAsked({ transaction }: { transaction: Transaction }) {
  const { asked_handover_at, asked_return_by, return_by } = transaction
  const until = asked_return_by ?? return_by
  if (until === null) return null
  const today = communityToday()
  const from = asked_handover_at ? dayOf(new Date(asked_handover_at)) : today
  return <WantedBesides transaction={transaction} days={{ from, until }} />
}
