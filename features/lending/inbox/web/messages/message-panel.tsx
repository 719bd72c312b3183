import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import {
  conversationEntries,
  otherParty,
} from '#features/lending/conversations/messages/web/door.ts'
import { outbox, useOutbox } from '#features/lending/conversations/outbox/web/door.ts'
import { placeOf, usePartyName } from '#features/lending/conversations/sides/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { sideIdOf } from '#features/lending/conversations/transactions/web/door.ts'
import { RequestCard, YesQuestion } from '#features/lending/loans/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useDocumentTitle } from '#platform/web/ui/words/document-title.ts'
import { Composer } from '../conversation/composer.tsx'
import { ConversationMenu } from '../conversation/conversation-menu.tsx'
import { IncomingAnnouncer } from '../conversation/incoming-announcer.tsx'
import { useMarkShownSeen } from '../conversation/use-mark-seen.ts'
import { useWriters } from '../conversation/use-writers.ts'
import { ClosedNotice } from '../safety/closed-notice.tsx'
import { type Safety, useSafety } from '../safety/use-safety.tsx'
import { MessageList } from './message-list.tsx'
import classes from './message-panel.module.css'

interface MessagePanelProps {
  transaction: Transaction
  user: Pick<User, 'id' | 'email_confirmed'>
  /** The list that the conversation was chosen from. */
  list: string
  /** On phones there is no list next to it: the conversation is a screen of its own. */
  alone: boolean
  /**
   * Opened by the link of a mail: the reader is not logged in, so archiving, reporting and blocking are missing.
   */
  limited?: boolean
}

/** One conversation: its people and request, its messages, and the field to write in. */
export function MessagePanel({
  transaction,
  user,
  list,
  alone,
  limited = false,
}: MessagePanelProps) {
  const { t } = useTranslation('inbox')
  const partyName = usePartyName()
  const outgoing = useOutbox(user.id)
  const heading = useRef<HTMLHeadingElement>(null)
  const ownId = sideIdOf(transaction, user.id)
  useMarkShownSeen(transaction, ownId)
  const writerOf = useWriters(transaction, ownId, user.id)
  const entries = useMemo(
    () => conversationEntries(transaction, outgoing, ownId),
    [transaction, outgoing, ownId],
  )
  const other = otherParty(transaction, ownId)
  const name = partyName(other)
  const safety = useSafety(transaction, ownId)

  useEffect(() => {
    // Keyboards and screen readers continue at the beginning of the conversation.
    if (transaction.id) heading.current?.focus({ preventScroll: true })
  }, [transaction.id])

  const send = (text: string) => {
    const envelope = { transaction_id: transaction.id, from_id: ownId, author_id: user.id }
    outbox.add({ ...envelope, kind: 'message', text })
  }

  return (
    <section className={classes.panel} aria-label={t('conversationWith', { name })}>
      <header className={classes.header}>
        {alone && !limited ? (
          <Link to={list} className={classes.back} aria-label={t('back')}>
            <Icon name="arrowLeft" />
          </Link>
        ) : null}
        <PanelTitle
          transaction={transaction}
          ownId={ownId}
          name={name}
          ownScreen={alone}
          headingRef={heading}
        />
        {limited ? null : (
          <ConversationMenu transaction={transaction} list={list} safety={safety} />
        )}
      </header>
      <RequestCard
        key={`request ${transaction.id}`}
        transaction={transaction}
        user={user}
        ownId={ownId}
        otherName={name}
        writerOf={writerOf}
        deleted={other === null}
        ownScreen={alone}
      />
      <MessageList
        key={transaction.id}
        transaction={transaction}
        entries={entries}
        otherName={name}
        writerOf={writerOf}
        actions={outbox}
        onReport={limited ? undefined : safety.onReport}
      />
      <IncomingAnnouncer transaction={transaction} ownId={ownId} otherName={name} />
      <Footer
        deleted={other === null}
        onSend={send}
        transaction={transaction}
        user={user}
        otherName={name}
        safety={safety}
      />
      {safety.dialogs}
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
  const place = placeOf(other, name)
  return (
    <div className={classes.who}>
      <Heading ref={headingRef} tabIndex={-1} className={classes.name} translate="no">
        {name}
      </Heading>
      {place ? (
        <p className={classes.what} translate="no">
          {place}
        </p>
      ) : null}
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
  user: Pick<User, 'id' | 'email_confirmed'>
  otherName: string
  deleted: boolean
  safety: Safety
  onSend: (text: string) => void
}

/** The field to write in, or the reason why there is none. */
function Footer({ transaction, user, otherName, deleted, safety, onSend }: FooterProps) {
  const { t } = useTranslation(['inbox', 'transactions'])
  if (transaction.closed) {
    return (
      <div className={classes.closed}>
        <ClosedNotice blocking={safety.blocking} />
      </div>
    )
  }
  if (deleted) {
    return (
      <div className={classes.closed}>
        <Notice>
          {t(transaction.status === 'handed_over' ? 'deletedOutHint' : 'deletedHint')}
        </Notice>
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
  const forOwner = sideIdOf(transaction, user.id) !== user.id
  return (
    <>
      {forOwner ? (
        <p className={classes.household}>
          {t('forOwner', { name: transaction.renter?.firstname || t('transactions:neighbour') })}
        </p>
      ) : null}
      <YesQuestion
        key={`yes ${transaction.id}`}
        transaction={transaction}
        user={user}
        ownId={sideIdOf(transaction, user.id)}
        otherName={otherName}
      />
      <Composer key={transaction.id} transactionId={transaction.id} onSend={onSend} />
    </>
  )
}
