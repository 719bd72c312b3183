import type { ReactNode } from 'react'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../app-button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { LoadFailure } from '../feedback/load-failure.tsx'
import { SkeletonList } from '../feedback/skeleton-list.tsx'
import { SelectField, TextField } from '../forms/form-fields.tsx'
import { PhoneFold } from '../phone-fold.tsx'
import { type Column, DataTable, type Row, type Selection } from './data-table.tsx'
import { ListFilters, StatusFilter } from './list-filters.tsx'
import { ListPager } from './list-pager.tsx'
import type { AdminListState, ListFilter } from './use-admin-list.ts'

type Counts = Readonly<Record<string, number>>

/**
 * A query of TanStack Query. With `placeholderData: keepPreviousData` a page stays while the next one
 * loads.
 */
export interface ListAnswer<R> {
  /** One page of rows, how many rows all pages have, and how many there are in each state. */
  data: { rows: R[]; total: number; counts?: Counts } | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface EmptyList {
  title: string
  body: string
  /** The label of the button that removes all filters, shown where there are any. */
  reset?: string
}

interface AdminListProps<R extends Row> {
  /** The name of the list for screen readers. */
  label: string
  /** The state of the list, from `useAdminList`. */
  list: AdminListState
  answer: ListAnswer<R>
  /** The label of the search field: "Number, name or e-mail". Without it there is no search field. */
  search?: string
  /** Shown beside the filters. */
  beside?: ReactNode
  /** Shown between the filters and the rows. */
  children?: ReactNode
  /**
   * How rows are shown. As columns of a table, the first of which says what a row is about and links to its
   * page, if there is one; or as anything else.
   */
  rows: Column<R>[] | ((rows: R[]) => ReactNode)
  selection?: Selection<R>
  /** How many placeholder rows stand for a page that loads. */
  skeletonRows?: number
  empty: EmptyList
}

/**
 * A list of the back office, as its noun describes it; the server searches, narrows, sorts and divides it
 * into pages.
 */
export function AdminList<R extends Row>(props: AdminListProps<R>) {
  const { t } = useTranslation('admin')
  const { list, answer, search, beside, children } = props
  const isNarrowed = Object.keys(list.filters).some((name) => (list.narrowed[name] ?? '') !== '')
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
          {fieldsAt(undefined).length > 0 ? (
            <PhoneFold label={t('filters')} open={isNarrowed}>
              {fieldsAt(undefined)}
            </PhoneFold>
          ) : null}
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
      isFetching={answer.isFetching}
      sort={query.sort}
      onSort={(sort) => change({ sort })}
      selection={selection}
    >
      {pager}
    </DataTable>
  )
}

/** What the user can do where the list is empty. */
function Nothing<R extends Row>({ list, empty }: AdminListProps<R>) {
  const { query, filter, change } = list
  const narrowedBy = { ...filter, search: query.search }
  const isNarrowed = Object.values(narrowedBy).some((text) => text !== '')
  const takeAway = () =>
    change(Object.fromEntries(Object.keys(narrowedBy).map((name) => [name, ''] as const)))
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
