import { useId, useRef, useState } from 'react'
import { MESSAGE_MAX_LENGTH } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { isTooLong, lengthOf } from '#features/lending/conversations/transactions/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './borrow-form.module.css'
import { PHRASES, withPhrase } from './phrases.ts'

/** The counter appears this close to the limit. */
const COUNTER_FROM = MESSAGE_MAX_LENGTH - 100

interface MessageFieldProps {
  /** What stands in it at first. */
  startText: string
  missing: boolean
  /** Every keystroke, for the draft. */
  onChange: (text: string) => void
  onSubmit: () => void
}

/**
 * The field for the message, and phrases that one tap adds to it. It holds what is typed by itself, so that a
 * letter renders no other part of the form.
 */
export function MessageField({ startText, missing, onChange, onSubmit }: MessageFieldProps) {
  const { t } = useTranslation('borrow')
  const { ofKey } = useErrorText()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(startText)
  const change = (next: string) => {
    setText(next)
    onChange(next)
  }
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
              change(withPhrase(text, t(`phrases.${phrase}.text`)))
              field.current?.focus()
            }}
          >
            <Icon name="plus" size={18} />
            {t(`phrases.${phrase}.label`)}
          </button>
        ))}
      </fieldset>
      <textarea
        data-field="text"
        ref={field}
        id={id}
        className={classes.field}
        rows={4}
        value={text}
        placeholder={t('placeholder')}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => change(event.currentTarget.value)}
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
