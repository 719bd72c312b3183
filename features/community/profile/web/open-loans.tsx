import { OpenLoanList, useOpenLoans } from '#features/lending/loans/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import classes from './open-loans.module.css'

/** Shown before an account is deleted: which items are requested, promised or lent, and what happens to them. */
export function OpenLoans() {
  const { t } = useTranslation('accounts')
  const { data: open = [] } = useOpenLoans('account')
  if (open.length === 0) return null
  return (
    <section className={classes.open} aria-labelledby="open-loans">
      <h2 id="open-loans">{t('deleteAccount.open.title')}</h2>
      <p>{t('deleteAccount.open.body')}</p>
      <OpenLoanList loans={open} />
    </section>
  )
}
