import { useTranslation } from '#platform/web/start/texts.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import type { ReadBy as Readings } from '../contract.ts'
import classes from './inboxes.module.css'

/** Who of the staff has read an entry; nothing for people who may not know. */
export function ReadBy({ readings }: { readings: Readings }) {
  const { t } = useTranslation('admin-inboxes')
  if (!readings) return null
  const time = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <details className={classes.readBy}>
      <summary>{t('readBy', { count: readings.length })}</summary>
      <ul>
        {readings.map(({ at, by }) => (
          <li key={`${at} ${by?.id}`}>
            {by?.name ?? t('gone')}, <time dateTime={at}>{time.format(new Date(at))}</time>
          </li>
        ))}
      </ul>
    </details>
  )
}
