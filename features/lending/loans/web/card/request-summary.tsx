import type { ReactNode } from 'react'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import classes from './request-summary.module.css'
import { whenWords } from './request-when.ts'
import { StateChip } from './state-chip.tsx'

interface RequestSummaryProps {
  transaction: Transaction
  side: LoanSide
  otherName: string
  /** The heading level of the item's name. */
  heading?: 'h2' | 'h3'
  aside?: ReactNode
}

/** The item, who asks whom for it, for which days, and the state. */
export function RequestSummary({
  transaction,
  side,
  otherName,
  heading: Heading = 'h3',
  aside,
}: RequestSummaryProps) {
  const { t } = useTranslation('loans')
  const language = currentLanguage()
  const { item, asked_several } = transaction
  const otherCount = asked_several - 1
  return (
    <div className={classes.summary}>
      <StickerImage imagePath={item.image_path} name="" size={56} />
      <div className={classes.text}>
        <div className={classes.top}>
          <Heading className={classes.item}>{itemName(item, language)}</Heading>
          <StateChip transaction={transaction} side={side} />
        </div>
        {transaction.line ? <p className={classes.line}>{transaction.line}</p> : null}
        {aside ? <div className={classes.aside}>{aside}</div> : null}
        <p className={classes.who}>{t(`who.${side}`, { name: otherName })}</p>
        {whenWords(transaction, side, language, serverNow()).map(({ key, when, late, asked }) => (
          <p key={key} className={classes.when} data-late={late} data-asked={asked}>
            <Icon name={late ? 'warning' : asked ? 'clock' : 'calendar'} size={18} />
            <span>{t(key, { when, name: otherName })}</span>
          </p>
        ))}
        {otherCount > 0 && transaction.status === 'requested' ? (
          <p className={classes.who}>{t(`several.${side}`, { count: otherCount })}</p>
        ) : null}
      </div>
    </div>
  )
}
