import { Suspense } from 'react'
import {
  type Days,
  dayInWords,
  TakenNote,
} from '#features/lending/conversations/requests/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { firstTaken } from '#features/lending/conversations/transactions/taken-days.ts'
import { communityToday, dayOf } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useOutlook, useTakenBesides } from './data/loans.ts'
import { daysOfYes } from './days-of-yes.ts'
import classes from './taken-besides.module.css'

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

/**
 * Beside a question for other days, and a yes to them: from when on somebody else waits for the thing. Who it is nobody
 * is told.
 */
export function WantedBesides({ transaction, days }: { transaction: Transaction; days: Days }) {
  const { t } = useTranslation('loans')
  const { data } = useOutlook(transaction)
  const chosen = { from: days.from, until: days.until ?? days.from }
  // Undefined from a server of the previous version.
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

/** The days that the other side asks for, and that are to be agreed to. */
export function WantedBesidesOfAsked({ transaction }: { transaction: Transaction }) {
  const { asked_handover_at, asked_return_by, return_by } = transaction
  const until = asked_return_by ?? return_by
  if (until === null) return null
  const today = communityToday()
  const from = asked_handover_at ? dayOf(new Date(asked_handover_at)) : today
  return <WantedBesides transaction={transaction} days={{ from, until }} />
}
