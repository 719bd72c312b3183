import { namedTasks } from '#platform/shared/tasks.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import type { AdminUserRow } from '../../contract.admin.ts'
import classes from './users.module.css'

/** The unusual states of an account, as chips. */
export function UserBadges({ user }: { user: AdminUserRow }) {
  const { t } = useTranslation(['admin-users', 'admin'])
  const badges = [
    user.suspended && { kind: 'warning', label: t('badges.suspended') },
    !user.email_confirmed && { kind: 'quiet', label: t('badges.unconfirmed') },
    ...namedTasks(user.tasks).map((task) => ({ kind: 'role', label: t(`admin:tasks.${task}`) })),
    user.beta_tester && { kind: 'quiet', label: t('badges.beta') },
  ].filter((badge) => badge !== false)
  if (badges.length === 0) return null
  return (
    <ul className={classes.badges}>
      {badges.map(({ kind, label }) => (
        <li key={label} className={classes.badge} data-kind={kind}>
          {label}
        </li>
      ))}
    </ul>
  )
}
