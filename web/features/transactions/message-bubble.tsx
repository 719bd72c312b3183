import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { useErrorText } from '../../ui/error-text.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Bubble } from './conversation.ts'
import classes from './message-bubble.module.css'
import { clockTime } from './message-time.ts'

interface MessageBubbleProps {
  bubble: Bubble
  /** Who wrote it, for screen readers. */
  author: string
  /** Somebody else of the own household, for everyone. */
  writer: string | null
  onRetry: () => void
  onDiscard: () => void
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

/** One message. Its text is plain: nothing in it becomes a link or markup. */
export function MessageBubble({ bubble, author, writer, onRetry, onDiscard }: MessageBubbleProps) {
  const { t } = useTranslation('inbox')
  const { ofError } = useErrorText()
  const language = currentLanguage()
  const { state } = bubble
  return (
    <li className={classes.item} data-own={bubble.own || undefined}>
      <div className={classes.bubble} data-state={state}>
        {writer === null ? (
          <span className="visually-hidden">{author}: </span>
        ) : (
          <p className={classes.writer}>{writer}</p>
        )}
        <p className={classes.text} dir="auto">
          {bubble.text}
        </p>
        <p className={classes.meta}>
          {state === 'sending' || state === 'failed' ? (
            t(`state.${state}`)
          ) : (
            <time dateTime={bubble.created_at}>
              {clockTime(new Date(bubble.created_at), language)}
            </time>
          )}
          {state === 'sent' || state === 'seen' ? (
            <>
              <Ticks seen={state === 'seen'} />
              <span className="visually-hidden">{t(`state.${state}`)}</span>
            </>
          ) : null}
        </p>
      </div>
      {state === 'failed' ? (
        <div className={classes.failure} role="alert">
          <p className={classes.reason}>
            <Icon name="warning" size={18} />
            <span>{bubble.error === undefined ? t('interrupted') : ofError(bubble.error)}</span>
          </p>
          <button type="button" className={classes.action} onClick={onRetry}>
            {t('retry')}
          </button>
          <button type="button" className={classes.action} onClick={onDiscard}>
            {t('discard')}
          </button>
        </div>
      ) : null}
    </li>
  )
}
