import { useTranslation } from '#platform/web/start/texts.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import type { AdminUser } from '../../contract.admin.ts'
import classes from './users.module.css'

/** Outcomes of the mails to a member, newest first. The contents are not shown. */
export function UserMails({ mails }: Pick<AdminUser, 'mails'>) {
  const { t } = useTranslation('admin-users')
  const time = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  if (mails.length === 0) return <p className={classes.hint}>{t('mails.none')}</p>
  return (
    <ol className={classes.history}>
      {mails.map(({ kind, at, outcome, code }) => (
        <li key={`${at} ${kind} ${outcome}`}>
          <strong>{t(`mails.outcomes.${outcome}`)}</strong>
          <span>
            {t(`mails.kinds.${kind ?? 'account'}`)}
            {code ? ` (${code})` : null}, <time dateTime={at}>{time.format(new Date(at))}</time>
          </span>
        </li>
      ))}
    </ol>
  )
}
