import { memo, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from '../../start/texts.ts'
import { Icon } from '../icon.tsx'
import classes from './data-table.module.css'
import { SelectBox } from './select-box.tsx'

export interface Row {
  id: string | number
}

export interface Column<R> {
  /** The name of the sort key in the contract, for a column that is `sortable`. */
  key: string
  title: string
  render: (row: R) => ReactNode
  sortable?: boolean
  /** Hidden on phones, where the first column has the essentials. */
  wide?: boolean
  /** Aligned to the right, for numbers. */
  right?: boolean
  /** Names, addresses, amounts, codes: browsers do not translate them. Always on for numbers. */
  verbatim?: boolean
}

/** Selected rows for bulk actions. */
export interface Selection<R> {
  /** Ids of rows on any page. */
  ids: string[]
  onChange: (ids: string[]) => void
  /** The name of a row, for its checkbox's label. */
  nameOf: (row: R) => string
}

interface DataTableProps<R extends Row> {
  /** The name of the table for screen readers. */
  label: string
  /** Shown above the table as its visible name. */
  caption?: ReactNode
  columns: readonly Column<R>[]
  rows: readonly R[]
  /** Inside a sheet, which already has a frame. */
  plain?: boolean
  /** On phones each row becomes a card with column titles; otherwise a wide table scrolls. */
  cards?: boolean
  /** Whether another page is loading. */
  isFetching?: boolean
  /** The sort key, with a minus for descending. */
  sort?: string
  onSort?: (sort: string) => void
  selection?: Selection<R> | undefined
  /** Shown below the table. */
  children?: ReactNode
}

/** The table of the back office. Its rows are already sorted and paginated. */
export function DataTable<R extends Row>(props: DataTableProps<R>) {
  const { label, caption, columns, rows, plain, cards, isFetching, selection, children } = props
  const isSelected = (row: R) => selection?.ids.includes(`${row.id}`) ?? false
  // A stable function, so that toggling one checkbox renders no other row.
  const latest = useRef(selection)
  useEffect(() => {
    latest.current = selection
  })
  const select = useCallback((id: string, isOn: boolean) => {
    const { ids = [], onChange } = latest.current ?? {}
    onChange?.(isOn ? [...ids, id] : ids.filter((other) => other !== id))
  }, [])
  // The sheet around it already has a name.
  const Frame = plain ? 'div' : 'section'
  return (
    <Frame
      aria-label={plain ? undefined : label}
      className={classes.section}
      data-plain={plain}
      data-cards={cards}
      data-fetching={isFetching || undefined}
    >
      {/* A table wider than the phone scrolls on its own. */}
      {/* biome-ignore lint/a11y/useSemanticElements: nothing is filled in here */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div className={classes.scroll} role="group" aria-label={label} tabIndex={0}>
        <table className={classes.table}>
          <caption className={caption ? classes.caption : 'visually-hidden'}>
            {caption ?? label}
          </caption>
          <Head {...props} />
          <tbody>
            {rows.map((row) => (
              <TableRow
                key={row.id}
                row={row}
                columns={columns}
                name={selection?.nameOf(row)}
                isSelected={isSelected(row)}
                onSelect={select}
              />
            ))}
          </tbody>
        </table>
      </div>
      {children}
    </Frame>
  )
}

function Head<R extends Row>({ columns, rows, sort, onSort, selection }: DataTableProps<R>) {
  const { t } = useTranslation('admin')
  const pageIds = rows.map(({ id }) => `${id}`)
  const selectedHere = pageIds.filter((id) => selection?.ids.includes(id))
  const isAll = pageIds.length > 0 && selectedHere.length === pageIds.length
  const selectAll = (isOn: boolean) => {
    const others = selection?.ids.filter((id) => !pageIds.includes(id)) ?? []
    selection?.onChange(isOn ? [...others, ...pageIds] : others)
  }
  return (
    <thead>
      <tr>
        {selection ? (
          <th scope="col" className={classes.box}>
            <SelectBox
              label={t('table.selectAll')}
              checked={isAll}
              partly={selectedHere.length > 0}
              onChange={selectAll}
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  )
}

interface HeadingProps<R> {
  column: Column<R>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

function Heading<R>({ column, sort, onSort }: HeadingProps<R>) {
  const { key, title, sortable } = column
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined
  if (!sortable || !onSort) {
    return (
      <th scope="col" {...lookOf(column)}>
        {title}
      </th>
    )
  }
  return (
    <th scope="col" {...lookOf(column)} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort(direction === 'ascending' ? `-${key}` : key)}
      >
        {title}
        <span className={classes.arrow} data-direction={direction}>
          <Icon name="chevronDown" size={20} />
        </span>
      </button>
    </th>
  )
}

/** How the cells of a column look. */
const lookOf = <R,>({ wide, right }: Column<R>) => ({ 'data-wide': wide, 'data-right': right })

interface TableRowProps<R extends Row> {
  row: R
  columns: readonly Column<R>[]
  /** For the checkbox's label; undefined if rows cannot be selected. */
  name: string | undefined
  isSelected: boolean
  onSelect: (id: string, isOn: boolean) => void
}

/** Memoised: a page has up to a hundred rows, of which one is toggled at a time. */
const TableRow = memo(TableRowOf) as typeof TableRowOf

function TableRowOf<R extends Row>(props: TableRowProps<R>) {
  const { row, columns, name, isSelected, onSelect } = props
  const { t } = useTranslation('admin')
  return (
    <tr data-selected={isSelected || undefined}>
      {name === undefined ? null : (
        <td className={classes.box}>
          <SelectBox
            label={t('table.select', { name })}
            checked={isSelected}
            onChange={(isOn) => onSelect(`${row.id}`, isOn)}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const { key, title, right, verbatim, render } = column
        const cell = {
          translate: right || verbatim ? ('no' as const) : undefined,
          ...lookOf(column),
        }
        return index === 0 ? (
          <th key={key} scope="row" {...cell}>
            {render(row)}
          </th>
        ) : (
          <td key={key} data-title={title} {...cell}>
            {render(row)}
          </td>
        )
      })}
    </tr>
  )
}
