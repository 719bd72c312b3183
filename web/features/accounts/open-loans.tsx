import type { OpenLoan } from '@letterlend/contract/loans.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { itemName } from '../../data/items.ts'
import { useOpenLoans } from '../../data/loans.ts'
import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { StickerImage } from '../../ui/sticker-image.tsx'
import classes from './open-loans.module.css'

/** Before an account is deleted: what was asked, promised or is out, and what becomes of it. */
export function OpenLoans() {
  const { t } = useTranslation('accounts')
  const { data: open = [] } = useOpenLoans()
  if (open.length === 0) return null
  return (
    <section className={classes.open} aria-labelledby="open-loans">
      <h2 id="open-loans">{t('deleteAccount.open.title')}</h2>
      <p>{t('deleteAccount.open.body')}</p>
      <ul className={classes.list}>
        {open.map((loan) => (
          <li key={loan.transaction_id}>
            <OpenLoanRow loan={loan} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenLoanRow({ loan }: { loan: OpenLoan }) {
  const { t } = useTranslation('accounts')
  const { transaction_id, item, status, side, other } = loan
  const name = other ?? t('deleteAccount.open.somebody')
  return (
    <Link to={paths.inbox({ transaction_id })} className={classes.row}>
      <StickerImage imagePath={item.image_path} name="" size={40} />
      <span className={classes.text}>
        <span className={classes.item}>{itemName(item, currentLanguage())}</span>
        <span>{t(`deleteAccount.open.${status}.${side}`, { name })}</span>
      </span>
    </Link>
  )
}
