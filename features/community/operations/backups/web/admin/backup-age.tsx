import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { daysAgo } from '#platform/web/ui/words/days-ago.ts'
import classes from './backups.module.css'
import { useBackups } from './data/backups.ts'

/** Age of the newest backup; a warning if it is too old or there is none. */
export function BackupAge() {
  const { t } = useTranslation('admin-backups')
  const { data } = useBackups()
  if (!data) return null
  const [newest] = data.rows
  const age = newest && daysAgo(newest.at, currentLanguage())
  const link = <Link to={adminPaths.screen('backups')}>{t('toBackups')}</Link>
  if (data.overdue) {
    return (
      <Notice title={age ? t('overdue.title', { age }) : t('none.title')} action={link}>
        {t('overdue.body')}
      </Notice>
    )
  }
  if (!age) return null
  return (
    <p className={classes.age}>
      {t('age', { age })} {link}
    </p>
  )
}
