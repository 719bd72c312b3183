import { useTranslation } from '#platform/web/start/texts.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import type { AdminUser } from '../../contract.admin.ts'
import classes from './users.module.css'

/** What the staff did with an account, newest first. */
export function UserHistory({ acts }: Pick<AdminUser, 'acts'>) {
  const { t } = useTranslation(['admin-users', 'admin-audit'])
  const time = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  if (acts.length === 0) return <p className={classes.hint}>{t('history.none')}</p>
  return (
    <ol className={classes.history}>
      {acts.map(({ id, verb, at, actor, by }) => (
        <li key={id}>
          <strong>{t(`admin-audit:verbs.${verb}`)}</strong>
          <span>
            {actor === 'admin'
              ? (by?.name ?? t('admin-audit:goneActor'))
              : t(`admin-audit:actors.${actor}`)}
            , <time dateTime={at}>{time.format(new Date(at))}</time>
          </span>
        </li>
      ))}
    </ol>
  )
}
