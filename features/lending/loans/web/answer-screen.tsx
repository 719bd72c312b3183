import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { otherParty } from '#features/lending/conversations/messages/web/door.ts'
import { useOutboxDelivery } from '#features/lending/conversations/outbox/web/door.ts'
import { usePartyName } from '#features/lending/conversations/sides/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  type LoanSide,
  type LoanStep,
  mayStep,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  sideIdOf,
  useMarkSeen,
  useOpenedConversation,
  useTransaction,
} from '#features/lending/conversations/transactions/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { WithUser } from '#features/people/accounts/web/door.ts'
import {
  type DaysAnswer,
  type FetchAnswer,
  paths,
  type RequestAnswer,
} from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { Page, PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { ANSWERS, AnswerSheet } from './answer-sheet.tsx'
import { AnsweredBesides } from './card/outlook.tsx'
import { RequestSummary } from './card/request-summary.tsx'
import { DAYS_ANSWERS, DaysSheet } from './days-sheet.tsx'
import { FETCH_ANSWERS, FetchedSheet, mayAnswerFetched } from './fetched-sheet.tsx'
import { sideOf } from './loan-status.ts'
import { type TakeStep, useLoanSteps } from './use-loan-step.ts'
import { useWhatStands, useWriterOfHousehold } from './what-stands.ts'

/** An empty list: this screen shows no other request. */
const NO_LIST: Transaction[] = []

/**
 * The page behind the buttons of a mailed request. Nothing is answered before a button is pressed, since mail
 * programs open links by themselves.
 */
export function AnswerScreen() {
  const opened = useOpenedConversation()
  useOutboxDelivery(opened?.user_id, opened?.transaction_id)
  if (opened) return <FindRequest user={{ id: opened.user_id }} />
  return <WithUser>{(user) => <FindRequest user={user} />}</WithUser>
}

function FindRequest({ user }: { user: Pick<User, 'id'> }) {
  // Loads all texts of the answer first, so that nothing loads in the middle of it.
  const { t } = useTranslation(['loans', 'transactions', 'days'])
  const [query] = useSearchParams()
  const id = query.get('transaction_id')
  const { transaction, error, retry } = useTransaction(id, NO_LIST)
  if (transaction === null || id === null) {
    return (
      <SealPage icon="warning" tone="no" actions={<ToInbox />}>
        <PageTitle title={t('answer.missingTitle')} lead={t('answer.missingBody')} />
      </SealPage>
    )
  }
  if (transaction === undefined) {
    return (
      <Page>
        {error ? (
          <LoadFailure error={error} onRetry={retry} />
        ) : (
          <SkeletonList rows={3} rowHeight={96} />
        )}
      </Page>
    )
  }
  const answers = [...ANSWERS, ...DAYS_ANSWERS, ...FETCH_ANSWERS]
  const mailedAnswer = answers.find((each) => each === query.get('answer')) ?? 'accept'
  return (
    <AnswerRequest
      key={transaction.id}
      transaction={transaction}
      user={user}
      mailedAnswer={mailedAnswer}
    />
  )
}

function ToInbox({ transactionId }: { transactionId?: string }) {
  const { t } = useTranslation('loans')
  return (
    <AppButton component={Link} to={paths.inbox({ transaction_id: transactionId })}>
      {t(transactionId ? 'answer.toConversation' : 'answer.toInbox')}
    </AppButton>
  )
}

interface AnswerRequestProps {
  transaction: Transaction
  user: Pick<User, 'id'>
  /** The answer whose button was pressed in the mail. */
  mailedAnswer: RequestAnswer | DaysAnswer | FetchAnswer
}

function AnswerRequest({ transaction, user, mailedAnswer }: AnswerRequestProps) {
  const { t } = useTranslation('loans')
  const partyName = usePartyName()
  const { take, unsent } = useLoanSteps(transaction, user.id)
  const ownId = sideIdOf(transaction, user.id)
  const markSeen = useMarkSeen(ownId)
  const writerOf = useWriterOfHousehold(user.id)
  const [takenStep, setTakenStep] = useState<LoanStep | null>(null)
  const takeStep: TakeStep = (step, body, read) => {
    const requestId = take(step, body, read)
    if (!requestId) return requestId
    setTakenStep(step)
    // A person who answers has read the messages on this screen.
    markSeen.mutate(transaction.id)
    return requestId
  }
  const side = sideOf(transaction, ownId)
  const name = partyName(otherParty(transaction, ownId))
  const whatStands = useWhatStands(name, writerOf)
  const toConversation = <ToInbox transactionId={transaction.id} />
  if (takenStep && unsent === null) {
    return (
      <SealPage icon="check" tone="yes" actions={toConversation}>
        <PageTitle
          title={t(doneTitle(takenStep, side))}
          // The person who handed over or fetched the thing knows it, and no one is notified.
          lead={takenStep === 'handOver' ? undefined : t('answer.told', { name })}
        />
        <RequestSummary transaction={transaction} side={side} otherName={name} heading="h2" />
        {side === 'lender' ? <AnsweredBesides transaction={transaction} /> : null}
      </SealPage>
    )
  }
  if (mailedAnswer === 'handOver' || mailedAnswer === 'notFetched') {
    if (mayAnswerFetched(transaction) || unsent?.state === 'sending') {
      return (
        <FetchedSheet
          transaction={transaction}
          side={side}
          mailedAnswer={mailedAnswer}
          steps={{ take: takeStep, unsent }}
          otherName={name}
          writerOf={writerOf}
        />
      )
    }
    // Answered by the other side, or over: the conversation shows which.
    return <Navigate to={paths.inbox({ transaction_id: transaction.id })} replace />
  }
  const isOfDays = mailedAnswer === 'agreeDays' || mailedAnswer === 'changeDays'
  if (isOfDays) {
    if (mayStep(transaction, side, 'changeDays') || unsent?.state === 'sending') {
      return (
        <DaysSheet
          transaction={transaction}
          side={side}
          mailedAnswer={mailedAnswer}
          steps={{ take: takeStep, unsent }}
          otherName={name}
          writerOf={writerOf}
        />
      )
    }
    // Nothing is left to answer, or the user's own proposal is pending: the conversation shows which.
    return <Navigate to={paths.inbox({ transaction_id: transaction.id })} replace />
  }
  // While an answer is being sent the request may have changed already: the form stays until it is confirmed.
  if (mayAnswer(transaction, side) || unsent?.state === 'sending') {
    const steps = { take: takeStep, unsent }
    return (
      <AnswerSheet
        transaction={transaction}
        side={side}
        mailedAnswer={mailedAnswer}
        steps={steps}
        otherName={name}
        writerOf={writerOf}
      />
    )
  }
  // The borrower finds the result in the conversation.
  if (side === 'borrower') {
    return <Navigate to={paths.inbox({ transaction_id: transaction.id })} replace />
  }
  return (
    <SealPage icon="information" tone="wait" actions={toConversation}>
      <PageTitle
        title={t('answer.overTitle')}
        lead={t(`answer.over.${overAs(transaction)}`, { name })}
      />
      <RequestSummary transaction={transaction} side={side} otherName={name} heading="h2" />
      <p>{whatStands(transaction, side)}</p>
    </SealPage>
  )
}

/** Whether the request can still be accepted. An answer that was given can be undone in the conversation. */
const mayAnswer = (transaction: Transaction, side: LoanSide) => mayStep(transaction, side, 'accept')

function doneTitle(step: LoanStep, side: LoanSide) {
  if (step === 'decline') return 'answer.done.decline'
  if (step === 'noteLoan') return 'answer.done.noteLoan'
  if (step === 'propose') return 'answer.done.propose'
  if (step === 'agreeDays') return 'answer.done.agreeDays'
  if (step === 'keepDays') return 'answer.done.keepDays'
  if (step === 'changeDays') return 'answer.done.changeDays'
  if (step === 'handOver') return 'answer.done.handOver'
  if (step === 'notFetched') return 'answer.done.notFetched'
  return side === 'lender' ? 'answer.done.accept' : 'answer.done.agree'
}

/** The state of a request that can no longer be answered, as part of a text's key. */
function overAs({ status, closed }: Transaction) {
  return closed || status === 'requested' || status === 'expired' ? 'closed' : status
}
