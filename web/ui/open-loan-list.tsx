import type { OpenLoan } from '@letterlend/contract/loans.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { itemName } from '../data/items.ts'
import { currentLanguage, useTranslation } from '../start/texts.ts'
import classes from './open-loan-list.module.css'
import { StickerImage } from './sticker-image.tsx'

/** What is asked, promised or out, each leading to its conversation. */
export function OpenLoanList({ loans }: { loans: OpenLoan[] }) {
  return (
    <ul className={classes.list}>
      {loans.map((loan) => (
        <li key={loan.transaction_id}>
          <OpenLoanRow loan={loan} />
        </li>
      ))}
    </ul>
  )
}

function OpenLoanRow({ loan }: { loan: OpenLoan }) {
  const { t } = useTranslation('loans')
  const { transaction_id, item, status, side, other } = loan
  const name = other ?? t('open.somebody')
  return (
    <Link to={paths.inbox({ transaction_id })} className={classes.row}>
      <StickerImage imagePath={item.image_path} name="" size={40} />
      <span className={classes.text}>
        <span className={classes.item}>{itemName(item, currentLanguage())}</span>
        <span>{t(`open.${status}.${side}`, { name })}</span>
      </span>
    </Link>
  )
}
