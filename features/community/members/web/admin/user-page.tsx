import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage, Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import type { AdminUser } from '../../contract.admin.ts'
import { useAdminUser } from './data/users.ts'
import { SecurityEventsOf } from './security-events-of.tsx'
import { UserActs } from './user-acts.tsx'
import { UserBadges } from './user-badges.tsx'
import { useUserFacts } from './user-facts.tsx'
import { UserHelp } from './user-help.tsx'
import { UserHistory } from './user-history.tsx'
import { UserMails } from './user-mails.tsx'
import { dayFormat, nameOf } from './user-words.ts'
import classes from './users.module.css'

/** One account, as far as support needs to see it. */
export function UserPage({ id }: { id: string }) {
  const { t } = useTranslation('admin-users')
  const { data: user, error, refetch } = useAdminUser(id)
  if (user) return <Person user={user} />
  // The status is 400 if the id in the address is invalid.
  const none = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (none) {
    return (
      <EmptyState
        level={1}
        title={t('gone.title')}
        body={t('gone.body')}
        action={
          <AppButton component={Link} to={adminPaths.screen('users')}>
            {t('gone.action')}
          </AppButton>
        }
      />
    )
  }
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return <PageLoader />
}

function Person({ user }: { user: AdminUser }) {
  const { t } = useTranslation(['admin-users', 'security-events'])
  const facts = useUserFacts(user)
  return (
    <AdminPage
      up={{ to: adminPaths.screen('users'), text: t('back') }}
      title={nameOf(user) || t('unnamed')}
      lead={user.email ?? t('noEmail')}
    >
      <UserBadges user={user} />
      {user.suspended_at ? (
        <div className={classes.suspended}>
          <Notice
            kind="error"
            title={t('suspendedSince', {
              day: dayFormat().format(new Date(user.suspended_at)),
            })}
          >
            <p className={classes.reason}>{user.suspended_reason}</p>
          </Notice>
        </div>
      ) : null}
      <UserActs user={user} />
      <UserHelp user={user} />
      <h2 className={classes.heading}>{t('facts.title')}</h2>
      <Facts facts={facts} />
      <p className={classes.hint}>{t('noMessages')}</p>
      <h2 className={classes.heading}>{t('mails.title')}</h2>
      <UserMails mails={user.mails} />
      <h2 className={classes.heading}>{t('security-events:staff.title')}</h2>
      <SecurityEventsOf id={user.id} />
      <h2 className={classes.heading}>{t('history.title')}</h2>
      <UserHistory acts={user.acts} />
    </AdminPage>
  )
}
