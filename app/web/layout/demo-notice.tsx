import { Link, useLocation } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import classes from './demo-notice.module.css'

/** Says on each screen of a public demo when it is reset, and leads visitors to its accounts. */
export function DemoNotice({ resetAt }: { resetAt: string }) {
  const { t } = useTranslation('layout')
  const { loggedIn } = useSession()
  const login = paths.login()
  const isLogin = useLocation().pathname === login
  return (
    <div className={classes.notice} role="note">
      <span>{t('demo.notice', { time: resetAt })}</span>
      {loggedIn || isLogin ? null : (
        <Link to={login} className={classes.link}>
          {t('demo.choose')}
        </Link>
      )}
    </div>
  )
}
