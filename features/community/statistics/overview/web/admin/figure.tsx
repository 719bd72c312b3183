import { type ReactNode, useId } from 'react'
import type { CsvCell } from '#platform/shared/input/csv.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { csvFile } from '#platform/web/ui/back-office/csv-file.ts'
import { DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { Fold } from '#platform/web/ui/fold.tsx'
import { Figure } from '#platform/web/ui/plots/figure.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import classes from './overview.module.css'

export interface FigureTable {
  columns: { title: string; format?: (value: number) => string }[]
  /** The first cell of each row is its heading. */
  rows: { key: string; cells: CsvCell[] }[]
}

interface PlotFigureProps {
  title: string
  /** One sentence that summarises the plot. */
  sentence: string
  /** File name without the extension. */
  file: string
  table: FigureTable
  /** The plot; the table has the same numbers. */
  children: ReactNode
}

/** A plot with a summary above, and its numbers as a table below, which can be downloaded. */
export function PlotFigure({ title, sentence, file, table, children }: PlotFigureProps) {
  const { t } = useTranslation('admin-overview')
  return (
    <Figure id={useId()} title={title} className={classes.figure}>
      <p className={classes.sentence}>{sentence}</p>
      <div aria-hidden="true">{children}</div>
      <div className={classes.tools}>
        <Fold label={t('asTable')} className={classes.details}>
          <FigureTableView title={title} table={table} />
        </Fold>
        <CsvButton title={title} file={file} table={table} />
      </div>
    </Figure>
  )
}

interface TableProps {
  title: string
  table: FigureTable
}

interface NumberRow {
  id: string
  cells: CsvCell[]
}

function FigureTableView({ title, table: { columns, rows } }: TableProps) {
  return (
    <DataTable<NumberRow>
      label={title}
      plain
      columns={columns.map((column, at) => ({
        key: column.title,
        title: column.title,
        right: at > 0,
        render: ({ cells }) => {
          const cell = cells[at]
          return typeof cell === 'number' ? (column.format?.(cell) ?? cell) : cell
        },
      }))}
      rows={rows.map(({ key, cells }) => ({ id: key, cells }))}
    />
  )
}

/** Downloads a table with exact numbers instead of words. */
export function CsvButton({ title, file, table }: TableProps & { file: string }) {
  const { t } = useTranslation('admin-overview')
  const save = () => {
    const rows = [
      table.columns.map((column) => column.title),
      ...table.rows.map(({ cells }) => cells),
    ]
    saveFile(`${file}.csv`, csvFile(rows))
  }
  return (
    <div className={classes.screenOnly}>
      <AppButton tone="quiet" aria-label={t('csvOf', { title })} onClick={save}>
        {t('csv')}
      </AppButton>
    </div>
  )
}
