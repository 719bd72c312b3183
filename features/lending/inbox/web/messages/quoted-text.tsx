import { useId, useState } from 'react'
import { useQuotedText } from '#features/lending/conversations/messages/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './quoted-text.module.css'

interface QuotedTextProps {
  transactionId: string
  messageId: string
}

/** The part that was cut from a message sent by mail, collapsed at first. */
export function QuotedText({ transactionId, messageId }: QuotedTextProps) {
  const { t } = useTranslation('inbox')
  const { ofError } = useErrorText()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuotedText(transactionId, messageId, isOpen)
  const id = useId()
  return (
    <div className={classes.quoted}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'quoted.hide' : 'quoted.show')}
      </button>
      <div id={id} hidden={!isOpen} aria-live="polite">
        {error ? <p className={classes.error}>{ofError(error)}</p> : null}
        {data ? (
          <>
            <p className={classes.hint}>{t('quoted.onlyYou')}</p>
            <p className={classes.text} dir="auto">
              {data.text}
            </p>
          </>
        ) : null}
      </div>
    </div>
  )
}
