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
import { useOnlyInArea } from './viewers-area.tsx'

type Counts = Readonly<Record<string, number>>

/** A TanStack query. With `placeholderData: keepPreviousData` the page stays visible while the next one loads. */
export interface ListAnswer<R> {
  /** One page of rows, the total number of rows, and the number in each state. */
  data: { rows: R[]; total: number; counts?: Counts } | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface EmptyList {
  title: string
  body: string
  /** Label of the button that resets all filters, shown if there are any. */
  reset?: string
}

interface AdminListProps<R extends Row> {
  /** The name of the list for screen readers. */
  label: string
  /** The state of the list, from `useAdminList`. */
  list: AdminListState
  answer: ListAnswer<R>
  /** Label of the search field: "Number, name or e-mail". Without it there is no search field. */
  search?: string
  beside?: ReactNode
  /** Shown between the filters and the rows. */
  children?: ReactNode
  /**
   * How to show the rows: as table columns, the first of which identifies the row and links to its page, if any; or
   * with a function.
   */
  rows: Column<R>[] | ((rows: R[]) => ReactNode)
  selection?: Selection<R>
  /** Number of placeholder rows while a page loads. */
  skeletonRows?: number
  empty: EmptyList
}

/** A list of the back office, described by its feature. The server searches, filters, sorts and paginates. */
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
      // Filters that only links set have no field.
      .filter((name) => placeOf(name) === place && list.filters[name]?.kind !== 'link')
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

/** The message for an empty list, with a possible action. */
function Nothing<R extends Row>({ list, empty }: AdminListProps<R>) {
  const { query, filter, change } = list
  const onlyInArea = useOnlyInArea()
  const narrowedBy = { ...filter, search: query.search }
  const isNarrowed = Object.values(narrowedBy).some((text) => text !== '')
  const takeAway = () =>
    change(Object.fromEntries(Object.keys(narrowedBy).map((name) => [name, ''] as const)))
  return (
    <EmptyState
      title={empty.title}
      body={[empty.body, onlyInArea].filter(Boolean).join(' ')}
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
