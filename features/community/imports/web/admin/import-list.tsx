import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminList } from '#platform/web/ui/back-office/admin-list.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import type { Column } from '#platform/web/ui/back-office/data-table.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import type { LetterboxImportRow } from '../../contract.admin.ts'
import { useImports } from './data/imports.ts'
import { ImportForm } from './import-form.tsx'
import { ImportStatusChip } from './import-status-chip.tsx'
import classes from './imports.module.css'

/** The form for a new file, and the earlier imports with their results. */
export function ImportList() {
  const { t } = useTranslation('admin-imports')
  const list = useAdminList({ filters: {} })
  const time = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const columns: Column<LetterboxImportRow>[] = [
    {
      key: 'file',
      verbatim: true,
      title: t('columns.file'),
      render: ({ id, file_name, status }) => (
        <div className={classes.stack}>
          <Link to={adminPaths.screen('imports', id)}>{file_name}</Link>
          <span className={classes.phoneOnly}>
            <ImportStatusChip status={status} />
          </span>
        </div>
      ),
    },
    {
      key: 'status',
      title: t('columns.status'),
      wide: true,
      render: ({ status }) => <ImportStatusChip status={status} />,
    },
    {
      key: 'letterboxes',
      title: t('columns.letterboxes'),
      right: true,
      render: ({ counts }) => (counts ? counts.create + counts.update : '–'),
    },
    {
      key: 'by',
      verbatim: true,
      title: t('columns.by'),
      wide: true,
      render: ({ by }) => by?.name ?? '–',
    },
    {
      key: 'at',
      title: t('columns.at'),
      wide: true,
      render: ({ created_at }) => (
        <time dateTime={created_at}>{time.format(new Date(created_at))}</time>
      ),
    },
  ]
  return (
    <AdminPage title={t('title')} lead={t('lead')}>
      <ImportForm />
      <h2 className={classes.heading}>{t('before')}</h2>
      <AdminList
        label={t('before')}
        list={list}
        answer={useImports(list.query)}
        rows={columns}
        empty={{ title: t('empty.title'), body: t('empty.body') }}
      />
    </AdminPage>
  )
}
