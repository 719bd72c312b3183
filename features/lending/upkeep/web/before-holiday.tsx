import { OpenLoanList, useOpenLoans } from '#features/lending/loans/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import classes from './before-holiday.module.css'

/**
 * Items of the user's letterbox that are requested, promised or lent during the holiday; nothing if there are
 * none.
 */
export function BeforeHoliday() {
  const { t } = useTranslation('upkeep')
  const { data: open = [] } = useOpenLoans('letterbox')
  if (open.length === 0) return null
  const hasRequests = open.some(({ status }) => status === 'requested')
  return (
    <section className={classes.open} aria-labelledby="before-holiday">
      <h2 id="before-holiday">{t('holiday.open.title')}</h2>
      <p>{t('holiday.open.body')}</p>
      <OpenLoanList loans={open} />
      {hasRequests ? <p>{t('holiday.open.told')}</p> : null}
    </section>
  )
}
