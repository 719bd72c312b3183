import type { ReactNode } from 'react'
import { AppButton } from '../app-button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { LoadFailure } from '../feedback/load-failure.tsx'
import { SkeletonList } from '../feedback/skeleton-list.tsx'
import { SelectField, TextField } from '../forms/form-fields.tsx'
import { type Column, DataTable, type Row, type Selection } from './data-table.tsx'
import { ListFilters, StatusFilter } from './list-filters.tsx'
import { ListPager } from './list-pager.tsx'
import type { AdminListState, ListFilter } from './use-admin-list.ts'

type Counts = Readonly<Record<string, number>>

/**
 * A query of TanStack Query; with `placeholderData: keepPreviousData`, so that a page stays while the
 * next one is on its way.
 */
export interface ListAnswer<R> {
  /** One page of rows, how many there are on all pages, and how many in each state. */
  data: { rows: R[]; total: number; counts?: Counts } | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface EmptyList {
  title: string
  body: string
  /** Label of the button that takes all filters away, where there are any. */
  reset?: string
}

interface AdminListProps<R extends Row> {
  /** Names the list for those who do not see it. */
  label: string
  /** What it is asked for, by `useAdminList`. */
  list: AdminListState
  answer: ListAnswer<R>
  /** What is searched: "Number, name or e-mail". Without it there is nothing to search in. */
  search?: string
  /** Beside the filters. */
  beside?: ReactNode
  /** Between the filters and the rows. */
  children?: ReactNode
  /**
   * As a table, the first column says what a row is about, and links to it where there is more of it; or
   * as something else.
   */
  rows: Column<R>[] | ((rows: R[]) => ReactNode)
  selection?: Selection<R>
  /** Rows of a page that is on its way. */
  skeletonRows?: number
  empty: EmptyList
}

/** A list of the back office, as its noun describes it: searched, narrowed, sorted and cut by the server. */
export function AdminList<R extends Row>(props: AdminListProps<R>) {
  const { list, answer, search, beside, children } = props
  const filters = Object.keys(list.filters)
  const placeOf = (name: string) => {
    const filter = list.filters[name]
    return filter?.kind === 'states' ? filter.place : undefined
  }
  const fieldsAt = (place: 'above' | 'below' | undefined) =>
    filters
      .filter((name) => placeOf(name) === place)
      .map((name) => (
        <FilterField key={name} name={name} list={list} counts={answer.data?.counts} />
      ))
  return (
    <>
      {fieldsAt('above')}
      {search === undefined ? null : (
        <ListFilters
          label={search}
          search={list.query.search}
          onSearch={(text) => list.change({ search: text })}
        >
          {fieldsAt(undefined)}
          {beside}
        </ListFilters>
      )}
      {fieldsAt('below')}
      {children}
      <Rows {...props} />
    </>
  )
}

interface FilterFieldProps {
  name: string
  list: AdminListState
  counts: Counts | undefined
}

function FilterField({ name, list, counts }: FilterFieldProps) {
  const { filters, narrowed, filter, change } = list
  const described: ListFilter | undefined = filters[name]
  const value = narrowed[name] ?? ''
  const choose = (text: string) => change({ [name]: text })
  switch (described?.kind) {
    case 'states': {
      const sum = counts && Object.values(counts).reduce((all, count) => all + count, 0)
      const all =
        described.all === undefined ? [] : [{ value: '', label: described.all, count: sum }]
      return (
        <StatusFilter
          label={described.label}
          value={value}
          onChange={(state) => choose(state === described.usual ? '' : state)}
          options={[
            ...all,
            ...described.choices.map((choice) => ({ ...choice, count: counts?.[choice.value] })),
          ]}
        />
      )
    }
    case 'choice':
      return (
        <SelectField
          label={described.label}
          value={value}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={[{ value: '', label: described.all }, ...described.choices]}
        />
      )
    case 'day':
      return (
        <TextField
          type="date"
          label={described.label}
          value={filter[name]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )
    default:
      return null
  }
}

function Rows<R extends Row>(props: AdminListProps<R>) {
  const { list, answer, label, rows: columnsOrRender, selection, skeletonRows = 8 } = props
  const { query, change } = list
  const { data, error } = answer
  if (!data) {
    return error ? (
      <LoadFailure error={error} onRetry={() => void answer.refetch()} />
    ) : (
      <SkeletonList rows={skeletonRows} />
    )
  }
  const { rows, total } = data
  if (total === 0) return <Nothing {...props} />
  const pager = (
    <ListPager
      page={query.page}
      size={query.size}
      total={total}
      shown={rows.length}
      onQuery={change}
    />
  )
  if (typeof columnsOrRender === 'function') {
    return (
      <>
        {columnsOrRender(rows)}
        {pager}
      </>
    )
  }
  return (
    <DataTable
      label={label}
      columns={columnsOrRender}
      rows={rows}
      total={total}
      isFetching={answer.isFetching}
      query={query}
      onQuery={change}
      selection={selection}
    >
      {pager}
    </DataTable>
  )
}

/** What to do where there is nothing. */
function Nothing<R extends Row>({ list, empty }: AdminListProps<R>) {
  const { query, filter, change } = list
  const asked = { ...filter, search: query.search }
  const isNarrowed = Object.values(asked).some((text) => text !== '')
  const takeAway = () =>
    change(Object.fromEntries(Object.keys(asked).map((name) => [name, ''] as const)))
  return (
    <EmptyState
      title={empty.title}
      body={empty.body}
      action={
        empty.reset && isNarrowed ? (
          <AppButton tone="secondary" onClick={takeAway}>
            {empty.reset}
          </AppButton>
        ) : null
      }
    />
  )
}
