import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { asOneOf } from '#platform/shared/input/as-one-of.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { type Column, DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { ListFilters, StatusFilter } from '#platform/web/ui/back-office/list-filters.tsx'
import { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { type AdminUserRow, ROLES, USER_SORTS, USER_STATES, type UserState } from '../contract.ts'
import { useAdminUsers } from './data/admin-users.ts'
import { UserBadges } from './user-badges.tsx'
import { dayFormat, nameOf } from './user-words.ts'
import classes from './users.module.css'

/** Everybody with an account, to be searched and narrowed. */
export function UsersList() {
  const { t } = useTranslation('admin-users')
  const { query, filter, change } = useListQuery('role', 'state')
  const { search, page, size, sort } = query
  const answer = useAdminUsers({
    search,
    page: `${page}`,
    size: `${size}`,
    sort: asOneOf(USER_SORTS, sort),
    role: asOneOf(ROLES, filter.role),
    state: asOneOf(USER_STATES, filter.state),
  })
  const columns = useColumns()
  const narrowed = search !== '' || filter.role !== '' || filter.state !== ''
  return (
    <AdminPage title={t('title')} lead={t('lead')}>
      <StatusFilter<UserState>
        label={t('state')}
        value={filter.state}
        onChange={(state) => change({ state })}
        options={[
          { value: '', label: t('states.all') },
          ...USER_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
        ]}
      />
      <ListFilters
        label={t('search')}
        search={search}
        onSearch={(text) => change({ search: text })}
      >
        <SelectField
          label={t('role')}
          value={filter.role}
          onChange={(event) => change({ role: event.currentTarget.value })}
          data={[
            { value: '', label: t('roles.all') },
            ...ROLES.map((value) => ({ value, label: t(`roles.${value}`) })),
          ]}
        />
      </ListFilters>
      <DataTable
        label={t('title')}
        columns={columns}
        answer={answer}
        query={query}
        onQuery={change}
        empty={
          <EmptyState
            title={t('empty.title')}
            body={t('empty.body')}
            action={
              narrowed ? (
                <AppButton
                  tone="secondary"
                  onClick={() => change({ search: '', role: '', state: '' })}
                >
                  {t('empty.action')}
                </AppButton>
              ) : null
            }
          />
        }
      />
    </AdminPage>
  )
}

function useColumns(): Column<AdminUserRow>[] {
  const { t } = useTranslation('admin-users')
  const day = dayFormat()
  const placeOf = ({ postcode, city }: AdminUserRow) =>
    [postcode, city].filter(Boolean).join(' ') || '–'
  return [
    {
      key: 'name',
      title: t('columns.name'),
      sortable: true,
      render: (user) => (
        <div className={classes.who}>
          <Link to={adminPaths.screen('users', user.id)}>{nameOf(user) || t('unnamed')}</Link>
          <span className={classes.email}>{user.email ?? t('noEmail')}</span>
          <UserBadges user={user} />
        </div>
      ),
    },
    { key: 'place', title: t('columns.place'), wide: true, render: placeOf },
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
      render: ({ last_seen }) => day.format(new Date(last_seen)),
    },
  ]
}
