import type { Transaction } from '@letterlend/contract/transactions.ts'
import { Link } from 'react-router'
import { itemName } from '../../data/items.ts'
import { ownSide } from '../../data/known-transactions.ts'
import { useOlderTransactions } from '../../data/transactions.ts'
import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { StickerImage } from '../../ui/sticker-image.tsx'
import { otherParty, plainText } from './conversation.ts'
import { shortTime } from './message-time.ts'
import { placeOf, usePartyName } from './party-name.ts'
import classes from './transaction-list.module.css'

interface TransactionListProps {
  transactions: Transaction[]
  ownId: string
  selectedId: string | null
  /** Where a transaction opens. */
  linkTo: (transactionId: string) => string
}

/** All conversations, last activity first. */
export function TransactionList({ transactions, ownId, selectedId, linkTo }: TransactionListProps) {
  const { t } = useTranslation('inbox')
  const older = useOlderTransactions(transactions)
  return (
    <nav aria-label={t('list')} className={classes.nav}>
      <ul className={classes.list}>
        {transactions.map((transaction) => (
          <li key={transaction.id}>
            <Row
              transaction={transaction}
              ownId={ownId}
              selected={transaction.id === selectedId}
              to={linkTo(transaction.id)}
            />
          </li>
        ))}
      </ul>
      {older.exhausted ? null : (
        <div className={classes.more}>
          <AppButton
            tone="quiet"
            loading={older.load.isPending}
            onClick={() => older.load.mutate()}
          >
            {t('olderTransactions')}
          </AppButton>
        </div>
      )}
    </nav>
  )
}

interface RowProps {
  transaction: Transaction
  ownId: string
  selected: boolean
  to: string
}

function Row({ transaction, ownId, selected, to }: RowProps) {
  const { t } = useTranslation('inbox')
  const language = currentLanguage()
  const partyName = usePartyName()
  const own = ownSide(transaction, ownId)
  const other = otherParty(transaction, own)
  const name = partyName(other)
  const last = transaction.messages.at(-1)
  const excerpt = last ? plainText(last.text).replace(/\s+/g, ' ') : ''
  const unseen = transaction.has_new_message
  return (
    <Link
      to={to}
      className={classes.row}
      aria-current={selected ? 'true' : undefined}
      data-unseen={unseen || undefined}
    >
      <StickerImage imagePath={transaction.item.image_path} name="" size={52} />
      <span className={classes.text}>
        <span className={classes.top}>
          <span className={classes.name}>{name}</span>
          <time className={classes.time} dateTime={transaction.updated_at}>
            {shortTime(new Date(transaction.updated_at), new Date(), language)}
          </time>
        </span>
        <span className={classes.place}>
          {[itemName(transaction.item, language), placeOf(other, name)].filter(Boolean).join(' · ')}
        </span>
        <span className={classes.bottom}>
          <span className={classes.excerpt}>
            {last?.from_id === own && (last.author_id ?? ownId) === ownId
              ? t('ownExcerpt', { text: excerpt })
              : excerpt}
          </span>
          {unseen ? (
            <span className={classes.dot}>
              <span className="visually-hidden">{t('unseen')}</span>
            </span>
          ) : null}
        </span>
      </span>
    </Link>
  )
}
