import { type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  type LoanSide,
  mayStep,
  stepsOf,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { Alternatives } from '../alternatives.tsx'
import { sideOf, standingOf } from '../loan-status.ts'
import { RequestSteps } from '../request-steps.tsx'
import { TakenBesides, WantedBesidesOfAsked } from '../taken-besides.tsx'
import { UndoStep } from '../undo-step.tsx'
import { useFold } from '../use-fold.ts'
import { useLoanSteps } from '../use-loan-step.ts'
import type { WriterOf } from '../what-stands.ts'
import { isYesAsked } from '../written-words.ts'
import { HandoverCard } from './handover-card.tsx'
import { LikelyAnswer, WhoAsks } from './outlook.tsx'
import classes from './request-card.module.css'
import { RequestSummary } from './request-summary.tsx'
import { whenWords } from './request-when.ts'
import { ThanksCard } from './thanks-card.tsx'

interface RequestCardProps {
  transaction: Transaction
  user: Pick<User, 'id' | 'email_confirmed'>
  ownId: string
  /** The name of the other side. */
  otherName: string
  writerOf: WriterOf
  /** The other side's account was deleted, so that nothing more can be agreed. */
  deleted: boolean
  /** On phones the conversation is a screen of its own, and its name the first heading. */
  ownScreen: boolean
}

/**
 * The request above its conversation: the item, the state and what to do next. The details can be collapsed,
 * which leaves more room for messages.
 */
export function RequestCard(props: RequestCardProps) {
  const { transaction, user, ownId, otherName, writerOf, deleted, ownScreen } = props
  const { t } = useTranslation('loans')
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const side = sideOf(transaction, ownId)
  const steps = useLoanSteps(transaction, user.id)
  const [open, setOpen] = useFold(transaction)
  const days = whenWords(transaction, side, currentLanguage(), serverNow())
  const state = [
    t(standingOf(transaction, side).key),
    ...days.map(({ key, when }) => t(key, { when, name: otherName })),
  ].join(', ')
  const [firstState] = useState(state)
  const details = deleted
    ? detailsAlone(transaction, side)
    : detailsOf(transaction, side, otherName)
  // A thing that is out can be returned even if the other account was deleted.
  const answerable = deleted ? { ...transaction, closed: true } : transaction
  const acts = user.email_confirmed
  const idle = !acts || stepsOf(answerable, side).length === 0
  const toLent =
    side === 'lender' && transaction.status === 'requested' && !deleted ? <LentLink /> : null
  const aside = details ? (
    <button
      type="button"
      className={classes.fold}
      aria-expanded={open}
      aria-controls={id}
      onClick={() => setOpen(!open)}
    >
      {t(open ? 'fold' : 'unfold')}
      <Icon name="chevronDown" size={20} />
    </button>
  ) : (
    toLent
  )
  return (
    <section ref={card} tabIndex={-1} className={classes.card} aria-label={t('card')}>
      <p role="status" className="visually-hidden">
        {state === firstState ? '' : state}
      </p>
      <RequestSummary
        transaction={transaction}
        side={side}
        otherName={otherName}
        heading={ownScreen ? 'h2' : 'h3'}
        aside={idle ? aside : null}
      />
      {!deleted && mayStep(transaction, side, 'agreeDays') ? (
        <WantedBesidesOfAsked transaction={transaction} />
      ) : null}
      {acts ? (
        <RequestSteps
          side={side}
          otherName={otherName}
          steps={steps}
          writerOf={writerOf}
          transaction={answerable}
          answeredBelow={isYesAsked(answerable, side) && steps.unsent === null}
          aside={idle ? null : aside}
        />
      ) : null}
      {acts && !deleted && steps.unsent === null ? (
        <UndoStep transaction={transaction} side={side} onUndone={() => card.current?.focus()} />
      ) : null}
      {!deleted && isToAnswer(transaction, side) ? <WhoAsks transaction={transaction} /> : null}
      {!deleted && waitsForAnswer(transaction, side) ? (
        <>
          {transaction.wanted_from ? <TakenBesides transaction={transaction} /> : null}
          <LikelyAnswer transaction={transaction} otherName={otherName} />
          {acts ? <Alternatives transaction={transaction} /> : null}
        </>
      ) : null}
      {details ? (
        <div id={id} hidden={!open}>
          {details}
        </div>
      ) : null}
    </section>
  )
}

/** Whether the borrower can only wait, or ask other lenders as well. */
const waitsForAnswer = (transaction: Transaction, side: LoanSide) => {
  const { status, dates_by, in_words, closed } = transaction
  const waits = status === 'requested' && dates_by === 'borrower' && !closed
  return side === 'borrower' && waits && !in_words
}

/** Whether a lender has to answer, or still can. */
const isToAnswer = (transaction: Transaction, side: LoanSide) =>
  side === 'lender' && mayStep(transaction, side, 'accept')

/** The details of the current state, with its possible actions. */
function detailsOf(transaction: Transaction, side: LoanSide, otherName: string): ReactNode {
  switch (transaction.status) {
    case 'accepted':
    case 'handed_over':
      return <HandoverCard transaction={transaction} side={side} otherName={otherName} />
    case 'returned':
      return <ThanksCard transaction={transaction} otherName={otherName} />
    case 'declined':
    case 'expired':
      return side === 'borrower' && !transaction.closed ? (
        <Alternatives transaction={transaction} />
      ) : null
    case 'requested':
    case 'withdrawn':
      return null
  }
}

/** A borrower whose lender has left sees the next letterboxes. */
function detailsAlone(transaction: Transaction, side: LoanSide): ReactNode {
  const { status, events } = transaction
  const refused = status === 'declined' || status === 'expired'
  const lenderLeft = status === 'withdrawn' && events.at(-1)?.reason === 'left'
  return side === 'borrower' && (refused || lenderLeft) ? (
    <Alternatives transaction={transaction} />
  ) : null
}

function LentLink() {
  const { t } = useTranslation('loans')
  return (
    <Link to={paths.lent()} className={classes.link}>
      <Icon name="calendar" size={20} />
      {t('lent.link')}
    </Link>
  )
}
