import { memo } from 'react'
import { type Bubble, clockTime } from '#features/lending/conversations/messages/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { BubbleRow } from '../conversation/conversation-rows.ts'
import classes from './message-bubble.module.css'
import { MessageText } from './message-text.tsx'
import { QuotedText } from './quoted-text.tsx'

/** What the user can do with a message that was not sent. */
export interface UnsentActions {
  retry: (requestId: string) => void
  remove: (requestId: string) => void
}

interface MessageBubbleProps {
  row: BubbleRow
  transactionId: string
  /** The author's name, for screen readers only. */
  author: string
  /** The name of another member of the user's household, visible to everyone. */
  writer: string | null
  /** Whether web addresses become links; they do unless the author is a stranger. */
  linked: boolean
  actions: UnsentActions
  /** Opens the report of the message, offered next to a warning; undefined if the message cannot be reported. */
  onReport: ((messageId: string) => void) | undefined
}

const TICK = 'm1 5.5 3.5 3.5L12 1.5'
const SECOND_TICK = 'm8.5 8.5.5.5 7.5-7.5'

function Ticks({ seen }: { seen: boolean }) {
  return (
    <svg
      className={classes.ticks}
      data-seen={seen || undefined}
      aria-hidden="true"
      width="18"
      height="11"
      viewBox="0 0 18 11"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={TICK} />
      {seen ? <path d={SECOND_TICK} /> : null}
    </svg>
  )
}

/** One message. The time and the state appear below the last one of a group. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { row, transactionId, author, writer, linked, actions, onReport } = props
  const { bubble, first, last, showsMeta } = row
  const { state } = bubble
  if (bubble.automatic) return <AutomaticNote {...props} />
  return (
    <div className={classes.item} data-own={bubble.own || undefined}>
      <div className={classes.bubble} data-state={state} data-last={last || undefined}>
        {writer === null || !first ? (
          <span className="visually-hidden" translate="no">{`${writer ?? author}: `}</span>
        ) : (
          <p className={classes.writer} translate="no">
            {writer}
          </p>
        )}
        <p className={classes.text} dir="auto">
          <MessageText text={bubble.text} linked={linked} />
        </p>
        {bubble.hasQuoted ? (
          <QuotedText transactionId={transactionId} messageId={bubble.key} />
        ) : null}
        {showsMeta ? <Meta bubble={bubble} /> : null}
      </div>
      {bubble.warnings.length > 0 ? <Warnings bubble={bubble} onReport={onReport} /> : null}
      {state === 'failed' || state === 'waiting' ? (
        <Unsent bubble={bubble} actions={actions} />
      ) : null}
    </div>
  )
})

/** An automatic reply of a mail program, shown differently from what people write. */
function AutomaticNote({ row, author, linked, onReport }: MessageBubbleProps) {
  const { t } = useTranslation('inbox')
  const { bubble } = row
  return (
    <div className={classes.note}>
      <p className={classes.noteTitle}>
        {bubble.own ? t('automatic.ownTitle') : t('automatic.title', { name: author })}
        {' · '}
        <time dateTime={bubble.created_at}>
          {clockTime(new Date(bubble.created_at), currentLanguage())}
        </time>
      </p>
      <p className={classes.noteText} dir="auto">
        <MessageText text={bubble.text} linked={linked} />
      </p>
      {bubble.warnings.length > 0 ? <Warnings bubble={bubble} onReport={onReport} /> : null}
    </div>
  )
}

function Meta({ bubble }: { bubble: Bubble }) {
  const { t } = useTranslation('inbox')
  const { state, created_at } = bubble
  const isStored = state === 'received' || state === 'sent' || state === 'seen'
  return (
    <p className={classes.meta}>
      {isStored ? (
        <time dateTime={created_at}>{clockTime(new Date(created_at), currentLanguage())}</time>
      ) : (
        t(`state.${state}`)
      )}
      {state === 'sent' || state === 'seen' ? (
        <>
          <Ticks seen={state === 'seen'} />
          <span className="visually-hidden">{t(`state.${state}`)}</span>
        </>
      ) : null}
    </p>
  )
}

/** A calm warning next to a message from a stranger. */
function Warnings({ bubble, onReport }: Pick<MessageBubbleProps, 'onReport'> & { bubble: Bubble }) {
  const { t } = useTranslation('inbox')
  return (
    <div className={classes.warning}>
      <Icon name="shield" size={20} />
      <p>
        <strong>{t('warning.label')}.</strong>{' '}
        {bubble.warnings.map((warning) => t(`warning.${warning}`)).join(' ')}
        {onReport ? (
          <button type="button" className={classes.report} onClick={() => onReport(bubble.key)}>
            {t('report.one')}
          </button>
        ) : null}
      </p>
    </div>
  )
}

function Unsent({ bubble, actions }: { bubble: Bubble; actions: UnsentActions }) {
  const { t } = useTranslation('inbox')
  const { ofError } = useErrorText()
  const failed = bubble.state === 'failed'
  const discard = (
    <button type="button" className={classes.action} onClick={() => actions.remove(bubble.key)}>
      {t('discard')}
    </button>
  )
  if (!failed) return <div className={classes.failure}>{discard}</div>
  return (
    <div className={classes.failure} role="alert">
      <p className={classes.reason}>
        <Icon name="warning" size={18} />
        <span>{bubble.error === undefined ? t('interrupted') : ofError(bubble.error)}</span>
      </p>
      <button type="button" className={classes.action} onClick={() => actions.retry(bubble.key)}>
        {t('retry')}
      </button>
      {discard}
    </div>
  )
}
