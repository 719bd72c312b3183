import type { Transaction } from '@letterlend/contract/transactions.ts'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { useOlderMessages } from '../../data/transactions.ts'
import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Bubble, Day } from './conversation.ts'
import { MessageBubble } from './message-bubble.tsx'
import classes from './message-list.module.css'
import { dayName } from './message-time.ts'
import { useConversationScroll } from './use-scroll.ts'

interface MessageListProps {
  transaction: Transaction
  days: Day[]
  otherName: string
  /** Who else of the own household wrote a message. */
  writerOf: (bubble: Bubble) => string | null
  onRetry: (requestId: string) => void
  onDiscard: (requestId: string) => void
}

/** The messages by days; older ones load when the reader comes to the beginning. */
export function MessageList(props: MessageListProps) {
  const { transaction, days, otherName } = props
  const { t } = useTranslation('inbox')
  const language = currentLanguage()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const older = useOlderMessages(transaction)
  const newest = days.at(-1)?.bubbles.at(-1)
  const { newBelow, scrollToEnd, onScroll } = useConversationScroll(
    box,
    transaction.messages[0]?.id ?? '',
    newest?.key ?? '',
    newest?.own === true,
  )
  const loadOlder = () => {
    if (!older.load.isPending) older.load.mutate()
  }
  return (
    <div className={classes.frame}>
      <section ref={box} className={classes.box} aria-label={t('messages')} onScroll={onScroll}>
        <div className={classes.content}>
          {older.exhausted ? null : (
            <OlderButton box={box} loading={older.load.isPending} onLoad={loadOlder} />
          )}
          {days.map(({ date, bubbles }) => (
            <div key={date}>
              <p id={`${id}-${date}`} className={classes.day}>
                <span>{dayName(new Date(`${date}T12:00`), new Date(), language)}</span>
              </p>
              <ol className={classes.messages} aria-labelledby={`${id}-${date}`}>
                {bubbles.map((bubble) => (
                  <MessageBubble
                    key={bubble.key}
                    bubble={bubble}
                    author={bubble.own ? t('you') : otherName}
                    writer={props.writerOf(bubble)}
                    onRetry={() => props.onRetry(bubble.key)}
                    onDiscard={() => props.onDiscard(bubble.key)}
                  />
                ))}
              </ol>
            </div>
          ))}
        </div>
      </section>
      {newBelow ? (
        <button type="button" className={classes.newBelow} onClick={scrollToEnd}>
          <Icon name="chevronDown" size={20} />
          {t('newBelow')}
        </button>
      ) : null}
    </div>
  )
}

interface OlderButtonProps {
  box: RefObject<HTMLElement | null>
  loading: boolean
  onLoad: () => void
}

/** Presses itself when it comes into view. */
function OlderButton({ box, loading, onLoad }: OlderButtonProps) {
  const { t } = useTranslation('inbox')
  const place = useRef<HTMLDivElement>(null)
  const load = useRef(onLoad)
  useEffect(() => {
    load.current = onLoad
  }, [onLoad])
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load.current()
      },
      { root: box.current },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [box])
  return (
    <div ref={place} className={classes.older}>
      <AppButton tone="quiet" loading={loading} onClick={onLoad}>
        {t('olderMessages')}
      </AppButton>
    </div>
  )
}
