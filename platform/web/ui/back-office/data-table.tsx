import { replaceEqualDeep } from '@tanstack/react-query'
import {
  type ColumnDef,
  type Row as ModelRow,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { memo, type ReactNode, useMemo } from 'react'
import { useTranslation } from '../../start/texts.ts'
import { Icon } from '../icon.tsx'
import classes from './data-table.module.css'
import { SelectBox } from './select-box.tsx'
import type { ListQuery } from './use-list-query.ts'

const features = tableFeatures({ rowPaginationFeature, rowSelectionFeature, rowSortingFeature })

export interface Row {
  id: string | number
}

export interface Column<R> {
  /** The name of the sort key in the contract, for a column that is `sortable`. */
  key: string
  title: string
  render: (row: R) => ReactNode
  sortable?: boolean
  /** Left out on phones, where the first column says what is needed of it. */
  wide?: boolean
  /** Aligned to the right, for numbers. */
  right?: boolean
  /** Names, addresses, amounts, codes: a browser that translates the page leaves them as they are; numbers always. */
  verbatim?: boolean
}

/** The rows that the user has selected, to do something with them at once. */
export interface Selection<R> {
  /** The ids of rows on this page or others. */
  ids: string[]
  onChange: (ids: string[]) => void
  /** The name of a row, for the label of its box. */
  nameOf: (row: R) => string
}

interface DataTableProps<R extends Row> {
  /** The name of the table for screen readers. */
  label: string
  /** The same array while nothing changes in it: only then do rows stay as they are when one is selected. */
  columns: Column<R>[]
  /** The rows of this page. */
  rows: R[]
  /** How many rows all pages have. */
  total: number
  /** Whether another page loads. */
  isFetching: boolean
  query: ListQuery
  onQuery: (part: Partial<ListQuery>) => void
  selection: Selection<R> | undefined
  /** Shown below the table. */
  children: ReactNode
}

/** One page of a list as a table. */
export function DataTable<R extends Row>(props: DataTableProps<R>) {
  return (
    <section
      aria-label={props.label}
      className={classes.section}
      data-fetching={props.isFetching || undefined}
    >
      <PageOfTable {...props} />
      {props.children}
    </section>
  )
}

/** The model of the table. Sorting and paging are marked as manual, since the server has done both. */
function usePageOfTable<R extends Row>({
  columns,
  rows,
  total,
  query,
  onQuery,
  selection,
}: DataTableProps<R>) {
  const defined = useMemo(
    (): ColumnDef<typeof features, R>[] =>
      columns.map(({ key, title, sortable = false }) => ({
        id: key,
        header: title,
        accessorFn: (row) => row.id,
        enableSorting: sortable,
      })),
    [columns],
  )
  const sorting =
    query.sort === ''
      ? []
      : [{ id: query.sort.replace(/^-/, ''), desc: query.sort.startsWith('-') }]
  const rowSelection = Object.fromEntries((selection?.ids ?? []).map((id) => [id, true] as const))
  return useTable({
    features,
    columns: defined,
    data: rows,
    getRowId: ({ id }) => `${id}`,
    manualPagination: true,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    rowCount: total,
    state: {
      sorting,
      rowSelection,
      pagination: { pageIndex: query.page - 1, pageSize: query.size },
    },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      if (next) onQuery({ sort: `${next.desc ? '-' : ''}${next.id}` })
    },
    onRowSelectionChange: (change) => {
      const next = typeof change === 'function' ? change(rowSelection) : change
      selection?.onChange(Object.keys(next).filter((id) => next[id]))
    },
  })
}

function PageOfTable<R extends Row>(props: DataTableProps<R>) {
  const { t } = useTranslation('admin')
  const { label, columns, selection } = props
  const table = usePageOfTable(props)
  return (
    // A table that is wider than a phone scrolls by itself.
    // biome-ignore lint/a11y/useSemanticElements: nothing is filled in here
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div className={classes.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className={classes.box}>
                <SelectBox
                  label={t('table.selectAll')}
                  checked={table.getIsAllPageRowsSelected()}
                  partly={table.getIsSomePageRowsSelected()}
                  onChange={(checked) => table.toggleAllPageRowsSelected(checked)}
                />
              </th>
            ) : null}
            {table.getFlatHeaders().map(({ column }, index) => {
              const sorted = column.getIsSorted()
              const title = column.columnDef.header as string
              return (
                <th
                  key={column.id}
                  scope="col"
                  {...lookOf(columns[index])}
                  aria-sort={
                    column.getCanSort()
                      ? sorted === false
                        ? 'none'
                        : sorted === 'desc'
                          ? 'descending'
                          : 'ascending'
                      : undefined
                  }
                >
                  {column.getCanSort() ? (
                    <button
                      type="button"
                      className={classes.sort}
                      onClick={() => column.toggleSorting()}
                    >
                      {title}
                      <span className={classes.arrow} data-direction={sorted || undefined}>
                        <Icon name="chevronDown" size={20} />
                      </span>
                    </button>
                  ) : (
                    title
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              columns={columns}
              isSelected={row.getIsSelected()}
              nameOf={selection?.nameOf}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** How the cells of a column look. */
const lookOf = <R extends Row>(column: Column<R> | undefined) => ({
  'data-wide': column?.wide,
  'data-right': column?.right,
})

const translateOf = <R extends Row>({ right, verbatim }: Column<R>) =>
  right || verbatim ? 'no' : undefined

interface TableRowProps<R extends Row> {
  row: ModelRow<typeof features, R>
  columns: Column<R>[]
  isSelected: boolean
  /** The name of the row, for the label of its box; undefined where rows cannot be selected. */
  nameOf: ((row: R) => string) | undefined
}

/** Memoised: of a hundred rows on a page one is selected at a time. */
const TableRow = memo(TableRowOf) as typeof TableRowOf

function TableRowOf<R extends Row>({ row, columns, isSelected, nameOf }: TableRowProps<R>) {
  const { t } = useTranslation('admin')
  return (
    <tr data-selected={isSelected || undefined}>
      {nameOf ? (
        <td className={classes.box}>
          <SelectBox
            label={t('table.select', { name: nameOf(row.original) })}
            checked={isSelected}
            onChange={(checked) => row.toggleSelected(checked)}
          />
        </td>
      ) : null}
      <Cells columns={columns} row={row.original} />
    </tr>
  )
}

interface CellsProps<R extends Row> {
  columns: Column<R>[]
  row: R
}

/**
 * Memoised: where all rows of a page are selected, only their boxes change. Rows that another answer has as well
 * are new objects, but say the same.
 */
const Cells = memo(
  CellsOf,
  (before, after) =>
    before.columns === after.columns && replaceEqualDeep(before.row, after.row) === before.row,
) as <R extends Row>(props: CellsProps<R>) => ReactNode

function CellsOf<R extends Row>({ columns, row }: CellsProps<R>) {
  return columns.map((column, index) =>
    index === 0 ? (
      <th key={column.key} scope="row" translate={translateOf(column)} {...lookOf(column)}>
        {column.render(row)}
      </th>
    ) : (
      <td key={column.key} translate={translateOf(column)} {...lookOf(column)}>
        {column.render(row)}
      </td>
    ),
  )
}
