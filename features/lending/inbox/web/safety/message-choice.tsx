import { useId } from 'react'
import { plainText, shortTime } from '#features/lending/conversations/messages/web/door.ts'
import type { Message } from '#features/lending/conversations/transactions/contract.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import classes from './safety.module.css'

interface MessageChoiceProps {
  messages: readonly Message[]
  chosen: string
  onChange: (id: string) => void
}

/**
 * Lets the user choose one of several messages, each shown by its beginning and its time; shows nothing if there
 * is only one.
 */
export function MessageChoice({ messages, chosen, onChange }: MessageChoiceProps) {
  const { t } = useTranslation('inbox')
  const name = useId()
  const [only, ...others] = messages
  if (only && others.length === 0) {
    return (
      <blockquote className={classes.only} dir="auto">
        {plainText(only.text)}
      </blockquote>
    )
  }
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{t('report.which')}</legend>
      {messages.map(({ id, text, created_at }) => (
        <label key={id} className={classes.message}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            checked={id === chosen}
            onChange={() => onChange(id)}
          />
          <span className={classes.text} dir="auto">
            {plainText(text)}
          </span>
          <time className={classes.time} dateTime={created_at}>
            {shortTime(new Date(created_at), serverNow(), currentLanguage())}
          </time>
        </label>
      ))}
    </fieldset>
  )
}
