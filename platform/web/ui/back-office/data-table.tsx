import {
  type ColumnDef,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
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
      columns.map(({ key, title, sortable = false, render }) => ({
        id: key,
        header: title,
        accessorFn: (row) => row.id,
        cell: ({ row }) => render(row.original),
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
  const lookOf = (key: string) => {
    const column = columns.find((each) => each.key === key)
    return { 'data-wide': column?.wide, 'data-right': column?.right }
  }
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
            {table.getFlatHeaders().map(({ column }) => {
              const sorted = column.getIsSorted()
              const title = column.columnDef.header as string
              return (
                <th
                  key={column.id}
                  scope="col"
                  {...lookOf(column.id)}
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
            <tr key={row.id} data-selected={row.getIsSelected() || undefined}>
              {selection ? (
                <td className={classes.box}>
                  <SelectBox
                    label={t('table.select', { name: selection.nameOf(row.original) })}
                    checked={row.getIsSelected()}
                    onChange={(checked) => row.toggleSelected(checked)}
                  />
                </td>
              ) : null}
              {row.getAllCells().map((cell, index) =>
                index === 0 ? (
                  <th key={cell.id} scope="row" {...lookOf(cell.column.id)}>
                    <table.FlexRender cell={cell} />
                  </th>
                ) : (
                  <td key={cell.id} {...lookOf(cell.column.id)}>
                    <table.FlexRender cell={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
