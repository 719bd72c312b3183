import { useTranslation } from '#platform/web/start/texts.ts'
import classes from './cases.module.css'

interface MessageContextProps {
  text: string
  at: string
  context: readonly { text: string; by_author: boolean; created_at: string }[]
}

/** A message with the ones right before and after it. */
export function MessageContext({ text, at, context }: MessageContextProps) {
  const { t } = useTranslation('admin-cases')
  const around = (name: string, part: typeof context) =>
    part.length === 0 ? null : (
      <ul className={classes.context} aria-label={name}>
        {part.map((each) => (
          <li key={`${each.created_at} ${each.text}`}>
            {each.by_author ? t('messages.author') : t('messages.other')}: {each.text}
          </li>
        ))}
      </ul>
    )
  return (
    <>
      {around(
        t('messages.before'),
        context.filter(({ created_at }) => created_at < at),
      )}
      <blockquote className={classes.quote}>{text}</blockquote>
      {around(
        t('messages.after'),
        context.filter(({ created_at }) => created_at >= at),
      )}
    </>
  )
}
