import { useId, useRef } from 'react'
import { isTooLong, lengthOf } from '#features/lending/conversations/messages/web/door.ts'
import { MESSAGE_MAX_LENGTH } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import type { FieldProps } from '#platform/web/ui/forms/use-schema-form.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './borrow-form.module.css'
import { PHRASES, withPhrase } from './phrases.ts'

/** The counter appears this close to the limit. */
const COUNTER_FROM = MESSAGE_MAX_LENGTH - 100

interface MessageFieldProps {
  /** Form field; its value is a text. */
  field: FieldProps
  onSubmit: () => void
}

/** The field for the message, and phrases that one tap adds to it. */
export function MessageField({ field, onSubmit }: MessageFieldProps) {
  const { t } = useTranslation('borrow')
  const { ofKey } = useErrorText()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { error: formError, ...props } = field
  const text: string = field.value
  const length = lengthOf(text)
  const error = formError ?? (isTooLong(text) ? ofKey('errors.validation.messageLength') : null)
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
              field.onChange(withPhrase(text, t(`phrases.${phrase}.text`)))
              area.current?.focus()
            }}
          >
            <Icon name="plus" size={18} />
            {t(`phrases.${phrase}.label`)}
          </button>
        ))}
      </fieldset>
      <textarea
        {...props}
        ref={area}
        id={id}
        className={classes.field}
        rows={4}
        placeholder={t('placeholder')}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          onSubmit()
        }}
      />
      <p
        id={`${id}-hint`}
        className={classes.hint}
        role="status"
        data-wrong={error ? true : undefined}
      >
        {error ? <Icon name="warning" size={18} /> : null}
        {error} {length >= COUNTER_FROM ? t('counter', { length, max: MESSAGE_MAX_LENGTH }) : null}
      </p>
    </div>
  )
}
