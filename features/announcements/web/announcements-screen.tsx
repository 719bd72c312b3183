import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { type Column, DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { ListFilters, StatusFilter } from '#platform/web/ui/back-office/list-filters.tsx'
import { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { type AdminAnnouncementRow, ANNOUNCEMENT_STATES } from '../contract.admin.ts'
import classes from './announcement-admin.module.css'
import { audienceInWords, localTimeInWords } from './announcement-words.ts'
import { useAdminAnnouncements } from './data/admin-announcements.ts'

/** All announcements: which ones run, for whom, and how they were answered. */
export function AnnouncementsScreen() {
  const { t } = useTranslation('admin-announcements')
  const { query, filter, change } = useListQuery('state')
  const state = ANNOUNCEMENT_STATES.find((each) => each === filter.state)
  const answer = useAdminAnnouncements({
    search: query.search,
    page: `${query.page}`,
    size: `${query.size}`,
    state,
  })
  const create = (
    <AppButton
      component={Link}
      to={adminPaths.screen('announcements', 'new')}
      leftSection={<AdminIcon name="plus" />}
    >
      {t('list.create')}
    </AppButton>
  )
  const stateOf = (row: AdminAnnouncementRow) => {
    const at = row.state === 'scheduled' ? row.visible_from : row.visible_until
    const isShown = at !== null && row.state !== 'draft' && row.state !== 'retired'
    return (
      <>
        <strong>{t(`states.${row.state}`)}</strong>
        {isShown
          ? `, ${t(row.state === 'scheduled' ? 'list.from' : 'list.until', { at: localTimeInWords(at) })}`
          : null}
      </>
    )
  }
  const answersOf = ({ seen, answered_yes, answered_no }: AdminAnnouncementRow) =>
    t('list.answers', { seen, yes: answered_yes, no: answered_no })
  const columns: Column<AdminAnnouncementRow>[] = [
    {
      key: 'title',
      title: t('list.title'),
      render: (row) => (
        <div className={classes.row}>
          <Link to={adminPaths.screen('announcements', row.id)}>{row.title}</Link>
          <span className={classes.phoneOnly}>{stateOf(row)}</span>
          <span className={classes.phoneOnly}>{answersOf(row)}</span>
        </div>
      ),
    },
    { key: 'state', title: t('list.state'), wide: true, render: stateOf },
    {
      key: 'audience',
      title: t('list.audience'),
      wide: true,
      render: ({ audience, region }) => audienceInWords(t, audience, region),
    },
    {
      key: 'reach',
      title: t('list.reach'),
      wide: true,
      right: true,
      render: ({ reach }) => reach ?? t('list.notYet'),
    },
    { key: 'answers', title: t('list.answered'), wide: true, render: answersOf },
  ]
  return (
    <AdminPage title={t('list.heading')} lead={t('list.lead')} actions={create}>
      <ListFilters
        label={t('list.search')}
        search={query.search}
        onSearch={(text) => change({ search: text })}
      >
        <StatusFilter
          label={t('list.state')}
          options={[
            { value: '', label: t('list.all') },
            ...ANNOUNCEMENT_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
          value={filter.state}
          onChange={(value) => change({ state: value })}
        />
      </ListFilters>
      <DataTable
        label={t('list.heading')}
        columns={columns}
        answer={answer}
        query={query}
        onQuery={change}
        empty={<EmptyState title={t('list.empty')} body={t('list.emptyBody')} />}
      />
    </AdminPage>
  )
}
