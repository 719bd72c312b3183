import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { TASKS } from '#platform/shared/tasks.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminList } from '#platform/web/ui/back-office/admin-list.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import type { Column } from '#platform/web/ui/back-office/data-table.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { type AdminUserRow, USER_SORTS, USER_STATES } from '../../contract.admin.ts'
import { useAdminUsers } from './data/users.ts'
import { UserBadges } from './user-badges.tsx'
import { dayFormat, nameOf, placeOf } from './user-words.ts'
import classes from './users.module.css'

/** All accounts, with search and filters. */
export function UsersList() {
  const { t } = useTranslation(['admin-users', 'admin'])
  const list = useAdminList({
    sorts: USER_SORTS,
    filters: {
      state: {
        kind: 'states',
        place: 'above',
        label: t('state'),
        all: t('states.all'),
        choices: USER_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      task: {
        kind: 'choice',
        label: t('tasks.title'),
        all: t('tasks.all'),
        choices: TASKS.map((value) => ({ value, label: t(`admin:tasks.${value}`) })),
      },
    },
  })
  return (
    <AdminPage title={t('title')} lead={t('lead')}>
      <AdminList
        label={t('title')}
        list={list}
        answer={useAdminUsers(list.asked)}
        search={t('search')}
        rows={useColumns()}
        empty={{ title: t('empty.title'), body: t('empty.body'), reset: t('empty.action') }}
      />
    </AdminPage>
  )
}

function useColumns(): Column<AdminUserRow>[] {
  const { t } = useTranslation('admin-users')
  const day = dayFormat()
  return [
    {
      key: 'name',
      verbatim: true,
      title: t('columns.name'),
      sortable: true,
      render: (user) => (
        <div className={classes.who}>
          <Link to={adminPaths.screen('users', user.id)}>{nameOf(user) || t('unnamed')}</Link>
          <span className={classes.email}>{user.email ?? t('noEmail')}</span>
          {placeOf(user) ? <span className={classes.place}>{placeOf(user)}</span> : null}
          <UserBadges user={user} />
        </div>
      ),
    },
    {
      key: 'place',
      verbatim: true,
      title: t('columns.place'),
      wide: true,
      render: (user) => placeOf(user) || '–',
    },
    {
      key: 'created_at',
      title: t('columns.created'),
      sortable: true,
      wide: true,
      render: ({ created_at }) => day.format(new Date(created_at)),
    },
    {
      key: 'last_seen',
      title: t('columns.lastSeen'),
      sortable: true,
      wide: true,
      render: ({ last_seen }) => (last_seen === null ? '–' : day.format(new Date(last_seen))),
    },
  ]
}
