import { dayInWords, momentInWords } from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { asksFetched } from '../loan-status.ts'
import classes from './fetched-question.module.css'

interface FetchedQuestionProps {
  transaction: Transaction
  side: LoanSide
  otherName: string
}

/** Asks, some days after the agreed hand-over, whether it happened, if neither side has said so. */
export function FetchedQuestion({ transaction, side, otherName }: FetchedQuestionProps) {
  const { t } = useTranslation('loans')
  const { fetching, handover_at } = transaction
  if (!fetching || !asksFetched(transaction)) return null
  const language = currentLanguage()
  const when = handover_at
    ? momentInWords(handover_at, language)
    : dayInWords(fetching.agreed_on, language)
  return (
    <div className={classes.question}>
      <p className={classes.words}>{t(`fetched.question.${side}`, { name: otherName, when })}</p>
      <p className={classes.otherwise}>{t('fetched.otherwise')}</p>
    </div>
  )
}
