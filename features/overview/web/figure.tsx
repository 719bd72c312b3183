import { type ReactNode, useId } from 'react'
import type { CsvCell } from '#platform/shared/input/csv.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { csvFile } from '#platform/web/ui/back-office/csv-file.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { Sheet } from '#platform/web/ui/page.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import classes from './overview.module.css'

export interface FigureTable {
  columns: { title: string; format?: (value: number) => string }[]
  /** What each row begins with is its name. */
  rows: { key: string; cells: CsvCell[] }[]
}

interface FigureProps {
  title: string
  /** What the plot says, in words. */
  sentence: string
  /** Name of the file, without its ending. */
  file: string
  table: FigureTable
  /** The plot; what it shows is in the table. */
  children: ReactNode
}

/** A plot with a sentence above, the same numbers as a table below, and those as a file. */
export function Figure({ title, sentence, file, table, children }: FigureProps) {
  const { t } = useTranslation('admin-overview')
  const id = useId()
  return (
    <Sheet>
      <section aria-labelledby={id} className={classes.figure}>
        <h2 id={id} className={classes.heading}>
          {title}
        </h2>
        <p className={classes.sentence}>{sentence}</p>
        <div aria-hidden="true">{children}</div>
        <div className={classes.tools}>
          <details className={classes.details}>
            <summary className={classes.summary}>
              {t('asTable')}
              <Icon name="chevronDown" size={24} />
            </summary>
            <NumberTable title={title} table={table} />
          </details>
          <CsvButton title={title} file={file} table={table} />
        </div>
      </section>
    </Sheet>
  )
}

interface TableProps {
  title: string
  table: FigureTable
}

function NumberTable({ title, table: { columns, rows } }: TableProps) {
  return (
    // Wider than a phone, it is moved by itself.
    // biome-ignore lint/a11y/useSemanticElements: nothing is filled in here
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div className={classes.scroll} role="group" aria-label={title} tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...numbers] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {numbers.map((cell, index) => {
                const column = columns[index + 1]
                return (
                  <td key={column?.title}>
                    {typeof cell === 'number' ? (column?.format?.(cell) ?? cell) : cell}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Saves what a table says, in full: numbers as numbers. */
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
