import { memo } from 'react'
import { Link } from 'react-router'
import {
  otherParty,
  plainText,
  shortTime,
} from '#features/lending/conversations/messages/web/door.ts'
import { placeOf, usePartyName } from '#features/lending/conversations/sides/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { sideIdOf } from '#features/lending/conversations/transactions/web/door.ts'
import { StateChip, sideOf } from '#features/lending/loans/web/door.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { CountBadge } from '#platform/web/ui/count-badge.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import classes from './transaction-row.module.css'

interface TransactionRowProps {
  transaction: Transaction
  ownId: string
  selected: boolean
  to: string
  /** Whether an archived row is marked as archived; not needed in the archive itself. */
  isMarked: boolean
}

/** One conversation in the list: the other side, who asked for what, the last message and the state. */
export const TransactionRow = memo(function TransactionRow(props: TransactionRowProps) {
  const { transaction, ownId, selected, to, isMarked } = props
  const { t } = useTranslation('inbox')
  const language = currentLanguage()
  const partyName = usePartyName()
  const own = sideIdOf(transaction, ownId)
  const side = sideOf(transaction, own)
  const other = otherParty(transaction, own)
  const name = partyName(other)
  const item = itemName(transaction.item, language)
  const place = placeOf(other, name)
  return (
    <Link
      to={to}
      className={classes.row}
      aria-current={selected ? 'true' : undefined}
      data-unseen={transaction.has_new_message || undefined}
    >
      <StickerImage imagePath={transaction.item.image_path} name="" size={52} />
      <span className={classes.text}>
        <span className={classes.top}>
          <span className={classes.name} translate="no">
            {name}
          </span>
          {transaction.muted ? (
            <span className={classes.quiet}>
              <Icon name="bellOff" size={16} />
              <span className="visually-hidden">{t('muted')}</span>
            </span>
          ) : null}
          <time className={classes.time} dateTime={transaction.updated_at}>
            {shortTime(new Date(transaction.updated_at), serverNow(), language)}
          </time>
        </span>
        <span className={classes.what}>
          <Icon name={side === 'lender' ? 'arrowIn' : 'arrowOut'} size={16} />
          {side === 'lender' ? t('askedYou', { item }) : t('youAsked', { item })}
          {place ? <span translate="no">{` · ${place}`}</span> : null}
        </span>
        <Excerpt transaction={transaction} own={own} ownId={ownId} />
        <span className={classes.bottom}>
          <StateChip transaction={transaction} side={side} />
          {isMarked && transaction.archived ? (
            <span className={classes.archived}>
              <Icon name="archive" size={16} />
              {t('inArchive')}
            </span>
          ) : null}
          <CountBadge
            count={transaction.unread}
            label={t('unread', { count: transaction.unread })}
          />
        </span>
      </span>
    </Link>
  )
})

interface ExcerptProps {
  transaction: Transaction
  /** The ids of the user's side and of the logged-in user. */
  own: string
  ownId: string
}

function Excerpt({ transaction, own, ownId }: ExcerptProps) {
  const { t } = useTranslation('inbox')
  // The lender's message stays visible until there is a yes or a no.
  const { messages, written_at, status, borrower_id } = transaction
  const written =
    status === 'requested' && own === borrower_id
      ? messages.find(({ from_id, created_at }) => from_id !== own && created_at === written_at)
      : undefined
  const newest = messages.at(-1)
  // Prefer what people wrote to an automatic reply of the user's own side, or to any while messages are unread.
  const isAside = newest?.automatic && (newest.from_id === own || transaction.unread > 0)
  const byPeople = isAside ? messages.findLast(({ automatic }) => !automatic) : newest
  const last = written ?? byPeople
  const { theirs } = transaction.thanks
  if (theirs && !theirs.hidden && !(last && last.created_at > theirs.created_at)) {
    return (
      <span className={classes.excerpt}>
        <Icon name="heart" size={16} />
        {theirs.text ? t('thankedWith', { text: theirs.text }) : t('thanked')}
      </span>
    )
  }
  if (!last) return null
  const text = plainText(last.text).replace(/\s+/g, ' ')
  if (last.automatic) {
    return <span className={classes.excerpt}>{t('automatic.excerpt', { text })}</span>
  }
  const byUser = last.from_id === own && (last.author_id ?? ownId) === ownId
  return <span className={classes.excerpt}>{byUser ? t('ownExcerpt', { text }) : text}</span>
}
