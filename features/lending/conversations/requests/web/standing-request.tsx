import { Link } from 'react-router'
import {
  dayInWords,
  daysInWords,
  momentInWords,
} from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { mayStep } from '#features/lending/conversations/transactions/loan-steps.ts'
import { paths } from '#platform/shared/paths.ts'
import { communityToday, dayOf } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import classes from './borrow-modal.module.css'

/** Shown instead of the form: the user's standing request, and what can be done about it. */
export function StandingRequest({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation('borrow')
  const { id, status } = transaction
  const days = status === 'requested' ? 'propose' : 'changeDays'
  return (
    <div className={classes.hint}>
      <Notice>{useStandingWords(transaction)}</Notice>
      <div className={classes.choices}>
        {mayStep(transaction, 'borrower', days) ? (
          <AppButton component={Link} to={paths.inbox({ transaction_id: id, step: days })}>
            {t(status === 'handed_over' ? 'standing.longer' : 'standing.otherDays')}
          </AppButton>
        ) : null}
        {mayStep(transaction, 'borrower', 'withdraw') ? (
          <AppButton
            component={Link}
            to={paths.inbox({ transaction_id: id, step: 'withdraw' })}
            tone="secondary"
          >
            {t('standing.withdraw')}
          </AppButton>
        ) : null}
        <AppButton component={Link} to={paths.inbox({ transaction_id: id })} tone="quiet">
          {t('toConversation')}
        </AppButton>
      </div>
    </div>
  )
}

function useStandingWords(transaction: Transaction): string {
  const { t } = useTranslation('borrow')
  const language = currentLanguage()
  const { status, created_at, handover_at, return_by, wanted_from, wanted_until } = transaction
  if (status === 'handed_over') {
    if (return_by === null) return t('standing.out')
    const isLate = return_by < communityToday()
    return t(isLate ? 'standing.late' : 'standing.until', { when: dayInWords(return_by, language) })
  }
  if (status === 'accepted') {
    if (handover_at) return t('standing.promised', { when: momentInWords(handover_at, language) })
    if (wanted_from === null) return t('standing.promisedOpen')
    const days = { from: wanted_from, until: return_by ?? wanted_until }
    return t('standing.promised', { when: daysInWords(days, language) })
  }
  return t('standing.asked', { when: dayInWords(dayOf(new Date(created_at)), language) })
}

/** A member of the household has asked. Who, and for which days, stays private to that member. */
export function HouseholdAsked() {
  const { t } = useTranslation('borrow')
  return <Notice>{t('standing.household')}</Notice>
}
