import { Link } from 'react-router'
import { itemName } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import type { OpenLoan } from '../contract.ts'
import classes from './open-loan-list.module.css'

/** Loans that are requested, agreed or handed over; each links to its conversation. */
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
