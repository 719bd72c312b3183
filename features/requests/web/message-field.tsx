import { useId, useRef } from 'react'
import { MESSAGE_MAX_LENGTH } from '#features/transactions/transaction-limits.ts'
import { isTooLong, lengthOf } from '#features/transactions/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './borrow-form.module.css'
import { PHRASES, withPhrase } from './phrases.ts'

/** The counter appears this close to the limit. */
const COUNTER_FROM = MESSAGE_MAX_LENGTH - 100

interface MessageFieldProps {
  text: string
  missing: boolean
  onChange: (text: string) => void
  onSubmit: () => void
}

/** The field for the message, and phrases that one tap adds to it. */
export function MessageField({ text, missing, onChange, onSubmit }: MessageFieldProps) {
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
        rows={4}
        value={text}
        placeholder={t('placeholder')}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
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
