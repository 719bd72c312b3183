import { useTranslation } from '#platform/web/start/texts.ts'
import { Fold } from '#platform/web/ui/fold.tsx'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import type { ReadBy as Readings } from '../../contract.admin.ts'
import classes from './cases.module.css'

/** Members of the staff who have read an entry. Renders nothing for viewers who may not know. */
export function ReadBy({ readings }: { readings: Readings }) {
  const { t } = useTranslation('admin-cases')
  if (!readings) return null
  const time = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <Fold label={t('readBy', { count: readings.length })} className={classes.readBy}>
      <ul>
        {readings.map(({ at, by }) => (
          <li key={`${at} ${by?.id}`}>
            {by?.name ?? t('gone')}, <time dateTime={at}>{time.format(new Date(at))}</time>
          </li>
        ))}
      </ul>
    </Fold>
  )
}
