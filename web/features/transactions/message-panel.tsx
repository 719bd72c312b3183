import type { User } from '@letterlend/contract/accounts.ts'
import { paths } from '@letterlend/contract/paths.ts'
import type { Transaction } from '@letterlend/contract/transactions.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { itemName } from '../../data/items.ts'
import { ownSide } from '../../data/known-transactions.ts'
import { outbox, useOutbox } from '../../data/outbox.ts'
import { deliver } from '../../data/transactions.ts'
import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { useDocumentTitle } from '../../ui/document-title.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StickerImage } from '../../ui/sticker-image.tsx'
import { Composer } from './composer.tsx'
import { conversationDays, otherParty } from './conversation.ts'
import { IncomingAnnouncer } from './incoming-announcer.tsx'
import { MessageList } from './message-list.tsx'
import classes from './message-panel.module.css'
import { placeOf, usePartyName } from './party-name.ts'
import { useMarkShownSeen } from './use-mark-seen.ts'
import { useWriters } from './use-writers.ts'

interface MessagePanelProps {
  transaction: Transaction
  user: User
  /** Back to the list where it is not beside the panel: the conversation is then a screen of its own. */
  back: ReactNode
}

/** One conversation: who and what, the messages, and the field to write in. */
export function MessagePanel({ transaction, user, back }: MessagePanelProps) {
  const { t } = useTranslation('inbox')
  const partyName = usePartyName()
  const outgoing = useOutbox()
  const heading = useRef<HTMLHeadingElement>(null)
  const ownId = ownSide(transaction, user.id)
  useMarkShownSeen(transaction, ownId)
  const writerOf = useWriters(transaction, ownId, user.id)
  const other = otherParty(transaction, ownId)
  const name = partyName(other)

  useEffect(() => {
    // Keyboard and screen reader go on where the conversation begins.
    if (transaction.id) heading.current?.focus({ preventScroll: true })
  }, [transaction.id])

  const send = (text: string) => {
    const message = { transaction_id: transaction.id, from_id: ownId, author_id: user.id, text }
    void deliver(outbox.add(message, new Date()), user.id)
  }

  return (
    <section className={classes.panel} aria-label={t('conversationWith', { name })}>
      <header className={classes.header}>
        {back}
        <StickerImage imagePath={transaction.item.image_path} name="" size={48} />
        <PanelTitle
          transaction={transaction}
          ownId={ownId}
          name={name}
          ownScreen={back !== null}
          headingRef={heading}
        />
      </header>
      <MessageList
        key={transaction.id}
        transaction={transaction}
        days={conversationDays(transaction, outgoing, ownId)}
        otherName={name}
        writerOf={writerOf}
        onRetry={(requestId) => void deliver(requestId, user.id)}
        onDiscard={(requestId) => outbox.remove(requestId)}
      />
      <IncomingAnnouncer transaction={transaction} ownId={ownId} otherName={name} />
      <Footer transaction={transaction} user={user} deleted={other === null} onSend={send} />
    </section>
  )
}

interface PanelTitleProps {
  transaction: Transaction
  ownId: string
  name: string
  ownScreen: boolean
  headingRef: React.RefObject<HTMLHeadingElement | null>
}

function PanelTitle({ transaction, ownId, name, ownScreen, headingRef }: PanelTitleProps) {
  const { t } = useTranslation('inbox')
  useDocumentTitle(ownScreen ? name : null)
  const Heading = ownScreen ? 'h1' : 'h2'
  const other = otherParty(transaction, ownId)
  const item = itemName(transaction.item, currentLanguage())
  const place = placeOf(other, name)
  return (
    <div className={classes.who}>
      <Heading ref={headingRef} tabIndex={-1} className={classes.name}>
        {name}
      </Heading>
      <p className={classes.what}>
        <span>
          {transaction.borrower_id === ownId ? t('youAsked', { item }) : t('askedYou', { item })}
        </span>
        {place ? <span>{place}</span> : null}
      </p>
      {other?.letterbox ? (
        <Link to={paths.letterbox(other.letterbox.id)} className={classes.mapLink}>
          <Icon name="mapMarker" size={20} />
          <span className="visually-hidden-on-phone">{t('onMap')}</span>
        </Link>
      ) : null}
    </div>
  )
}

interface FooterProps {
  transaction: Transaction
  user: User
  deleted: boolean
  onSend: (text: string) => void
}

/** The field to write in, or why there is none. */
function Footer({ transaction, user, deleted, onSend }: FooterProps) {
  const { t } = useTranslation('inbox')
  if (deleted) {
    return (
      <div className={classes.closed}>
        <Notice>{t('deletedHint')}</Notice>
      </div>
    )
  }
  if (!user.email_confirmed) {
    return (
      <div className={classes.closed}>
        <Notice action={<Link to={paths.confirmEmail()}>{t('confirmAction')}</Link>}>
          {t('confirmHint')}
        </Notice>
      </div>
    )
  }
  const forOwner = ownSide(transaction, user.id) !== user.id
  return (
    <>
      {forOwner ? (
        <p className={classes.household}>
          {t('forOwner', { name: transaction.renter?.firstname || t('neighbour') })}
        </p>
      ) : null}
      <Composer key={transaction.id} transactionId={transaction.id} onSend={onSend} />
    </>
  )
}
