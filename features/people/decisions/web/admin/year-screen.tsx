import { useState } from 'react'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import type { CsvCell } from '#platform/shared/input/csv.ts'
import { communityToday } from '#platform/web/data/community-day.ts'
import { formatNumber } from '#platform/web/start/numbers.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { csvFile } from '#platform/web/ui/back-office/csv-file.ts'
import { DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import type { YearCount } from '../../contract.admin.ts'
import { useYearCounts } from '../data/decisions.ts'
import classes from '../decisions.module.css'

const YEARS = 5
const COLUMNS = ['about', 'kind', 'count', 'acted', 'median'] as const
/** Index of the first column with numbers; text columns come before. */
const FIRST_NUMBER = 2

interface CountRow {
  id: string
  cells: CsvCell[]
}

const inWords = (cell: CsvCell | undefined) =>
  typeof cell === 'number' ? formatNumber(cell, currentLanguage()) : cell

/** Counts for the transparency report of a year, as a table and as a file. */
export function YearScreen() {
  const { t } = useTranslation(['admin-objections', 'admin-cases'])
  const thisYear = Number(communityToday().slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const { data, error, refetch } = useYearCounts(year)
  // The server only sends kinds that this version knows. Reports use the words of their queue.
  const wordsOf = ({ about, kind }: YearCount): string => {
    if (about === 'report') return t(`admin-cases:reports.types.${kind as 'other'}`)
    if (about === 'message_report') return t(`admin-cases:messages.reasons.${kind as 'other'}`)
    return t(`admin-objections:kinds.${kind as 'held'}`)
  }
  const cellsOf = (row: YearCount): CsvCell[] => {
    const words = [wordsOf(row)]
    if (row.ground !== null) words.push(t(`admin-objections:ground.${row.ground}`))
    if (row.after_report) words.push(t('admin-objections:year.reported'))
    else if (row.automated) words.push(t('admin-objections:year.program'))
    else if (row.after_report === false) words.push(t('admin-objections:year.own'))
    return [
      t(`admin-objections:year.about.${row.about}`),
      words.join(', '),
      row.count,
      row.acted,
      row.median_hours,
    ]
  }
  const heads = COLUMNS.map((column) => t(`admin-objections:year.columns.${column}`))
  return (
    <AdminPage
      up={{ to: adminPaths.screen('objections'), text: t('admin-objections:title') }}
      title={t('admin-objections:year.title')}
      actions={
        data && data.length > 0 ? (
          <AppButton
            tone="secondary"
            onClick={() =>
              saveFile(
                `${t('admin-objections:year.fileName')}-${year}.csv`,
                csvFile([heads, ...data.map((row) => cellsOf(row))]),
              )
            }
          >
            {t('admin-objections:year.file')}
          </AppButton>
        ) : null
      }
    >
      <div className={classes.year}>
        <SelectField
          label={t('admin-objections:year.label')}
          value={`${year}`}
          data={Array.from({ length: YEARS }, (_, back) => `${thisYear - back}`)}
          onChange={(event) => setYear(Number(event.currentTarget.value))}
        />
      </div>
      <p className={classes.counted}>{t('admin-objections:year.lead')}</p>
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonList rows={4} rowHeight={48} /> : null}
      {data?.length === 0 ? <p>{t('admin-objections:year.none')}</p> : null}
      {data && data.length > 0 ? (
        <DataTable<CountRow>
          label={t('admin-objections:year.title')}
          cards
          columns={COLUMNS.map((column, at) => ({
            key: column,
            title: heads[at] ?? '',
            right: at >= FIRST_NUMBER,
            render: ({ cells }) => inWords(cells[at]),
          }))}
          rows={data.map((row) => ({
            id: `${row.about} ${row.kind} ${row.ground} ${row.after_report} ${row.automated}`,
            cells: cellsOf(row),
          }))}
        />
      ) : null}
    </AdminPage>
  )
}
