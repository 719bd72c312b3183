import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { messageTextSchema } from '#features/lending/conversations/messages/contract.bodies.ts'
import { isTooLong, lengthOf } from '#features/lending/conversations/messages/web/door.ts'
import { MESSAGE_MAX_LENGTH } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { readDraft, textDraft, writeDraft } from '#platform/web/data/draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import classes from './composer.module.css'

/** The counter appears this close to the limit. */
const COUNTER_FROM = MESSAGE_MAX_LENGTH - 100

const schema = z.object({ text: messageTextSchema })

interface ComposerProps {
  transactionId: string
  onSend: (text: string) => void
}

/**
 * The field to write a message in: it grows with its lines, keeps an unsent text, and sends by button or
 * Ctrl+Enter.
 */
export function Composer({ transactionId, onSend }: ComposerProps) {
  const { t } = useTranslation('inbox')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = `inbox.${transactionId}`
  const [initial] = useState(() => ({ text: readDraft(draft, textDraft) ?? '' }))
  const form = useSchemaForm(schema, initial, (values) => writeDraft(draft, values.text))
  // The counter shows what is wrong with the text while it is typed.
  const { error: _, ...props } = form.field('text')
  const { text } = form.form.values
  const length = lengthOf(text)
  const tooLong = isTooLong(text)

  useLayoutEffect(() => {
    if (!field.current) return
    field.current.style.height = 'auto'
    // An empty field is one row high.
    if (text) field.current.style.height = `${field.current.scrollHeight + 4}px`
  }, [text])

  const submit = form.onSubmit((values) => {
    onSend(values.text.trim())
    form.form.setFieldValue('text', '')
    field.current?.focus()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <div className={classes.fieldBox}>
        <textarea
          {...props}
          ref={field}
          id={id}
          className={classes.field}
          rows={1}
          aria-label={t('message')}
          placeholder={t('message')}
          aria-invalid={tooLong || undefined}
          aria-describedby={`${id}-hint`}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className={classes.send}
          aria-label={t('send')}
          title={t('send')}
          aria-disabled={length === 0 || tooLong || undefined}
        >
          <Icon name="send" />
        </button>
      </div>
      <p id={`${id}-hint`} className={classes.hint} data-wrong={tooLong || undefined}>
        {length >= COUNTER_FROM ? (
          <span role="status">
            {t('counter', { length, max: MESSAGE_MAX_LENGTH })}
            {tooLong ? ` · ${t('tooLong')}` : ''}
          </span>
        ) : (
          <span className={classes.shortcut}>{t('shortcut')}</span>
        )}
      </p>
    </form>
  )
}
