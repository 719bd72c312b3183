import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminList } from '#platform/web/ui/back-office/admin-list.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import type { Column } from '#platform/web/ui/back-office/data-table.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { type AdminLetterboxRow, LETTERBOX_SORTS, LETTERBOX_STATES } from '../../contract.admin.ts'
import { useAdminLetterboxes } from './data/letterboxes.ts'
import classes from './letterboxes.module.css'
import { StateChips } from './state-chips.tsx'

interface AdminLetterboxListProps {
  /** Shows this page's letterboxes on a map; a component of the map feature. */
  map: (letterboxes: AdminLetterboxRow[]) => ReactNode
}

/** All letterboxes, as a table or on a map. */
export function AdminLetterboxList({ map }: AdminLetterboxListProps) {
  const { t } = useTranslation('admin-letterboxes')
  const list = useAdminList({
    sorts: LETTERBOX_SORTS,
    usualSort: '-created_at',
    filters: {
      state: {
        kind: 'states',
        label: t('columns.state'),
        all: t('all'),
        choices: LETTERBOX_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      view: { kind: 'link' },
    },
  })
  const { view, ...callQuery } = list.asked
  const onMap = view === 'map'
  const columns: Column<AdminLetterboxRow>[] = [
    {
      key: 'city',
      verbatim: true,
      title: t('columns.address'),
      sortable: true,
      render: (row) => (
        <div className={classes.cell}>
          <Link to={adminPaths.screen('letterboxes', row.id)} className={classes.link}>
            {row.address}
          </Link>
          <span>
            {row.postcode} {row.city}
          </span>
          <span className={classes.phoneOnly}>
            <StateChips letterbox={row} />
          </span>
        </div>
      ),
    },
    {
      key: 'state',
      title: t('columns.state'),
      wide: true,
      render: (row) => <StateChips letterbox={row} />,
    },
    {
      key: 'name',
      verbatim: true,
      title: t('columns.owner'),
      sortable: true,
      wide: true,
      render: (row) => row.name,
    },
    {
      key: 'stickers',
      title: t('columns.stickers'),
      wide: true,
      right: true,
      render: (row) => row.stickers,
    },
    {
      key: 'created_at',
      title: t('columns.since'),
      sortable: true,
      wide: true,
      render: ({ created_at }) => <time dateTime={created_at}>{dateInWords(created_at)}</time>,
    },
  ]
  const onMapOf = (rows: AdminLetterboxRow[]) => (
    <>
      {map(rows)}
      <p className={classes.hint}>{t('mapHint')}</p>
    </>
  )
  return (
    <AdminPage
      title={t('title')}
      lead={t('lead')}
      actions={
        <AppButton
          tone="secondary"
          aria-pressed={onMap}
          onClick={() => list.change({ view: onMap ? '' : 'map', page: list.query.page })}
        >
          {t(onMap ? 'asTable' : 'asMap')}
        </AppButton>
      }
    >
      <AdminList
        label={t('title')}
        list={list}
        answer={useAdminLetterboxes(callQuery)}
        search={t('search')}
        rows={onMap ? onMapOf : columns}
        empty={{ title: t('empty.title'), body: t('empty.body') }}
      />
    </AdminPage>
  )
}
