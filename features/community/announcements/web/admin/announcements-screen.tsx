import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { AdminList } from '#platform/web/ui/back-office/admin-list.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import type { Column } from '#platform/web/ui/back-office/data-table.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { titleFor } from '../../best-text.ts'
import { type AdminAnnouncementRow, ANNOUNCEMENT_STATES } from '../../contract.admin.ts'
import classes from './announcement-admin.module.css'
import { audienceInWords, localTimeInWords } from './announcement-words.ts'
import { useAdminAnnouncements } from './data/announcements.ts'

/** All announcements with state, audience and answers. */
export function AnnouncementsScreen() {
  const { t } = useTranslation('admin-announcements')
  const list = useAdminList({
    filters: {
      state: {
        kind: 'states',
        label: t('list.state'),
        all: t('list.all'),
        choices: ANNOUNCEMENT_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
    },
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
          <Link to={adminPaths.screen('announcements', row.id)}>
            {titleFor(row, currentLanguage())}
          </Link>
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
      <AdminList
        label={t('list.heading')}
        list={list}
        answer={useAdminAnnouncements(list.asked)}
        search={t('list.search')}
        rows={columns}
        empty={{ title: t('list.empty'), body: t('list.emptyBody') }}
      />
    </AdminPage>
  )
}
