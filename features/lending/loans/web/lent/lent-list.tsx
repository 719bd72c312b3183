import { Link } from 'react-router'
import { daysInWords } from '#features/lending/conversations/days/web/door.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import type { Lent } from '../../contract.ts'
import { isLate, type LentTime, timeOf } from './lent-days.ts'
import classes from './lent-list.module.css'

const TIMES: readonly LentTime[] = ['now', 'ahead', 'past']

interface LentListProps {
  lent: Lent[]
  today: string
}

/** All things that are, will be or were away; each links to its conversation. */
export function LentList({ lent, today }: LentListProps) {
  const { t } = useTranslation('loans')
  return (
    <div className={classes.groups}>
      {TIMES.map((time) => {
        const group = lent.filter((each) => timeOf(each, today) === time)
        if (group.length === 0) return null
        // The latest of the past loans comes first.
        const inOrder = time === 'past' ? group.toReversed() : group
        return (
          <section key={time} aria-labelledby={`lent-${time}`}>
            <h2 id={`lent-${time}`} className={classes.title}>
              {t(`lent.${time}`)}
            </h2>
            <ul className={classes.list}>
              {inOrder.map((each) => (
                <li key={each.transaction_id}>
                  <LentRow lent={each} late={isLate(each, today)} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function LentRow({ lent, late }: { lent: Lent; late: boolean }) {
  const { t } = useTranslation(['loans', 'transactions'])
  const language = currentLanguage()
  const { item, from, until, other, transaction_id } = lent
  return (
    <Link to={paths.inbox({ transaction_id })} className={classes.row}>
      <StickerImage imagePath={item.image_path} name="" size={48} />
      <span className={classes.text}>
        <span className={classes.item}>{itemName(item, language)}</span>
        <span>{daysInWords({ from, until }, language)}</span>
        <span className={classes.who}>
          {t('lent.to', { name: other ?? t('transactions:deletedUser') })}
        </span>
        {late ? (
          <span className={classes.late}>
            <Icon name="warning" size={18} />
            {t('lent.late')}
          </span>
        ) : null}
      </span>
    </Link>
  )
}
