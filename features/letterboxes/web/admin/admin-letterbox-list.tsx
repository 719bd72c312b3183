import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { type Column, DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { ListFilters, StatusFilter } from '#platform/web/ui/back-office/list-filters.tsx'
import { ListPager } from '#platform/web/ui/back-office/list-pager.tsx'
import { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { type AdminLetterboxRow, LETTERBOX_SORTS, LETTERBOX_STATES } from '../../contract.admin.ts'
import { useAdminLetterboxes } from '../data/admin-letterboxes.ts'
import classes from './admin-letterboxes.module.css'
import { StateChips } from './state-chips.tsx'

interface AdminLetterboxListProps {
  /** The rows of this page on a map; it comes from the map feature. */
  map: (letterboxes: AdminLetterboxRow[]) => ReactNode
}

/** All letterboxes, as a table or on a map. */
export function AdminLetterboxList({ map }: AdminLetterboxListProps) {
  const { t } = useTranslation('admin-letterboxes')
  const { query, filter, change } = useListQuery('state', 'view')
  const state = LETTERBOX_STATES.find((each) => each === filter.state)
  const sort = LETTERBOX_SORTS.find((each) => each === query.sort)
  const { search, page, size } = query
  const answer = useAdminLetterboxes({ search, page: `${page}`, size: `${size}`, state, sort })
  const onMap = filter.view === 'map'
  const columns: Column<AdminLetterboxRow>[] = [
    {
      key: 'city',
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
      render: (row) => dateInWords(row.created_at),
    },
  ]
  const empty = <EmptyState title={t('empty.title')} body={t('empty.body')} />
  const shown = answer.data?.rows ?? []
  return (
    <AdminPage
      title={t('title')}
      lead={t('lead')}
      actions={
        <AppButton
          tone="secondary"
          aria-pressed={onMap}
          onClick={() => change({ view: onMap ? '' : 'map', page })}
        >
          {t(onMap ? 'asTable' : 'asMap')}
        </AppButton>
      }
    >
      <ListFilters
        label={t('search')}
        search={search}
        onSearch={(text) => change({ search: text })}
      >
        <StatusFilter
          label={t('columns.state')}
          options={[
            { value: '', label: t('all') },
            ...LETTERBOX_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
          value={state ?? ''}
          onChange={(value) => change({ state: value })}
        />
      </ListFilters>
      {onMap && answer.data && answer.data.total > 0 ? (
        <>
          {map(shown)}
          <p className={classes.hint}>{t('mapHint')}</p>
          <ListPager
            page={page}
            size={size}
            total={answer.data.total}
            shown={shown.length}
            onQuery={change}
          />
        </>
      ) : (
        <DataTable
          label={t('title')}
          columns={columns}
          answer={answer}
          query={{ ...query, sort: sort ?? '-created_at' }}
          onQuery={change}
          empty={empty}
        />
      )}
    </AdminPage>
  )
}
