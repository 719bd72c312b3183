import type { Letterbox } from '@letterlend/contract/letterboxes.ts'
import { MESSAGE_MAX_LENGTH } from '@letterlend/contract/transactions.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { textDraft, useDraft } from '../../data/draft.ts'
import { newRequestId } from '../../data/request-id.ts'
import { useAsk } from '../../data/transactions.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.ts'
import classes from './borrow-form.module.css'
import type { BorrowableItem } from './borrow-modal.tsx'
import { ItemChoice } from './item-choice.tsx'
import { isTooLong, lengthOf } from './message-length.ts'
import { PHRASES, withPhrase } from './phrases.ts'

/** The counter appears this close to the limit. */
const COUNTER_FROM = MESSAGE_MAX_LENGTH - 100

interface BorrowFormProps {
  letterbox: Letterbox
  itemId: number | null
  items: BorrowableItem[]
  onBusy: (busy: boolean) => void
  onSent: (transactionId: string) => void
}

/** The item and the message. What was typed is kept until it was sent. */
export function BorrowForm({ letterbox, itemId, items, onBusy, onSent }: BorrowFormProps) {
  const { t } = useTranslation('borrow')
  const { ofError } = useErrorText()
  const onlyItem = items.length === 1 ? (items[0]?.id ?? null) : null
  const [item, setItem] = useState<number | null>(itemId ?? onlyItem)
  const [text, setText] = useDraft(`borrow.${letterbox.id}`, '', textDraft)
  const [missing, setMissing] = useState<'item' | 'message' | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // The same request id until something else is asked: sending twice asks once.
  const requestId = useRef(newRequestId())
  const ask = useAsk()
  // Set until it failed: a second press comes before the first is seen to be on its way.
  const underWay = useRef(false)
  const footer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A failure and the button to try again would appear below the edge of a small screen.
    if (ask.isError) footer.current?.scrollIntoView({ block: 'end' })
  }, [ask.isError])

  const change = (next: { item?: number; text?: string }) => {
    requestId.current = newRequestId()
    setMissing(null)
    if (next.item !== undefined) setItem(next.item)
    if (next.text !== undefined) setText(next.text)
  }
  const send = () => {
    if (underWay.current) return
    const wrong = item === null ? 'item' : text.trim() === '' ? 'message' : null
    setMissing(wrong)
    if (wrong || item === null || isTooLong(text)) {
      form.current?.querySelector<HTMLElement>(wrong === 'item' ? 'input' : 'textarea')?.focus()
      return
    }
    underWay.current = true
    onBusy(true)
    ask.mutate(
      { renter_id: letterbox.user_id, item_id: item, text, request_id: requestId.current },
      {
        onSuccess: (transaction) => {
          setText(null)
          showToast({ message: t('sent') })
          onBusy(false)
          onSent(transaction.id)
        },
        onError: () => {
          underWay.current = false
          onBusy(false)
        },
      },
    )
  }

  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <ItemChoice items={items} selected={item} missing={missing === 'item'} onChange={change} />
      <MessageField
        text={text}
        missing={missing === 'message'}
        onChange={(next) => change({ text: next })}
        onSubmit={send}
      />
      {ask.isError ? <Notice kind="error">{ofError(ask.error)}</Notice> : null}
      <div ref={footer} className={classes.footer}>
        <p className={classes.consent}>{t('consent')}</p>
        <AppButton type="submit" loading={ask.isPending}>
          {t('send')}
        </AppButton>
      </div>
    </form>
  )
}

interface MessageFieldProps {
  text: string
  missing: boolean
  onChange: (text: string) => void
  onSubmit: () => void
}

function MessageField({ text, missing, onChange, onSubmit }: MessageFieldProps) {
  const { t } = useTranslation('borrow')
  const { ofKey } = useErrorText()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const length = lengthOf(text)
  const tooLong = isTooLong(text)
  const error = missing ? 'message' : tooLong ? 'messageLength' : null
  return (
    <div>
      <label className={classes.label} htmlFor={id}>
        {t('message')}
      </label>
      <fieldset className={classes.phrases} aria-label={t('phrasesLabel')}>
        {PHRASES.map((phrase) => (
          <button
            key={phrase}
            type="button"
            className={classes.phrase}
            onClick={() => {
              onChange(withPhrase(text, t(`phrases.${phrase}.text`)))
              field.current?.focus()
            }}
          >
            <Icon name="plus" size={18} />
            {t(`phrases.${phrase}.label`)}
          </button>
        ))}
      </fieldset>
      <textarea
        ref={field}
        id={id}
        className={classes.field}
        rows={5}
        value={text}
        placeholder={t('placeholder')}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        data-autofocus
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          onSubmit()
        }}
      />
      <p id={`${id}-hint`} className={classes.hint} role="status" data-wrong={error || undefined}>
        {error ? <Icon name="warning" size={18} /> : null}
        {error ? ofKey(`errors.validation.${error}`) : null}{' '}
        {length >= COUNTER_FROM ? t('counter', { length, max: MESSAGE_MAX_LENGTH }) : null}
      </p>
    </div>
  )
}
