import { asOneOf } from '#platform/shared/input/as-one-of.ts'
import { type ListQuery, useListQuery } from './use-list-query.ts'

interface Choice {
  /** The value as the contract and the address name it. */
  value: string
  label: string
}

/** Buttons in a row, each with its count where the answer has counts. */
interface StatesFilter {
  kind: 'states'
  label: string
  choices: readonly Choice[]
  /** The label of a first button that stands for all states. */
  all?: string
  /** The state that applies where the address names none. */
  usual?: string
  /** Above or below the search field; without it, in one row with it. */
  place?: 'above' | 'below'
}

/** A field to choose a value from. */
interface ChoiceFilter {
  kind: 'choice'
  label: string
  choices: readonly Choice[]
  /** The label of the choice that does not narrow the list. */
  all: string
  /** Values that the field does not offer but that a link may name. */
  accepts?: (text: string) => boolean
}

/** A field for a day such as `2026-11-25`. */
interface DayFilter {
  kind: 'day'
  label: string
}

/** A filter without a field, which only links set. */
interface LinkFilter {
  kind: 'link'
}

export type ListFilter = StatesFilter | ChoiceFilter | DayFilter | LinkFilter
type ListFilters = Readonly<Record<string, ListFilter>>

/** The values that a filter can have; undefined where it does not narrow the list. */
type ValueOf<Filter> = Filter extends {
  accepts?: undefined
  choices: readonly { value: infer Value }[]
}
  ? Value | undefined
  : string | undefined
type Narrowed<Filters> = { search: string } & { [Name in keyof Filters]: ValueOf<Filters[Name]> }

interface ListOptions<Filters, Sort extends string> {
  /** The filters by their names in the contract and the address, in the order of the screen. */
  filters: Filters
  /** The sort keys, as the contract names them. */
  sorts?: readonly Sort[]
  /** The server's order where none is asked for, for the arrow above its column. */
  usualSort?: Sort
  /** The largest page, where the server's limit is lower than for other lists. */
  maxSize?: number
}

/** The state of a list, from its address, as `AdminList` shows it. */
export interface AdminListState {
  filters: ListFilters
  query: ListQuery
  narrowed: Readonly<Record<string, string | undefined>>
  /** The parameters of the address, valid or not. */
  filter: Readonly<Record<string, string>>
  change: ReturnType<typeof useListQuery>['change']
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** The value of a filter in the address, if it is one that the filter can have. */
function wantedOf(filter: ListFilter, text: string): string | undefined {
  if (filter.kind === 'link') return text || undefined
  if (filter.kind === 'day') return isDay(text) ? text : undefined
  if (filter.kind === 'choice' && filter.accepts) return filter.accepts(text) ? text : undefined
  const values = filter.choices.map(({ value }) => value)
  return asOneOf(values, text) ?? (filter.kind === 'states' ? filter.usual : undefined)
}

/**
 * Reads the state of a list from the address: `asked` is the query for its call, and `narrowed` the part of
 * it that chooses the rows, without order and page.
 */
export function useAdminList<
  const Filters extends ListFilters = Record<never, never>,
  Sort extends string = never,
>({
  filters,
  sorts = [],
  usualSort,
  maxSize = Number.POSITIVE_INFINITY,
}: ListOptions<Filters, Sort>) {
  const { query, filter, change } = useListQuery(...Object.keys(filters))
  const size = Math.min(query.size, maxSize)
  const sort = asOneOf(sorts, query.sort)
  const values = Object.entries(filters).map(([name, each]) => [
    name,
    wantedOf(each, filter[name] ?? ''),
  ])
  const narrowed: Narrowed<Filters> = { search: query.search, ...Object.fromEntries(values) }
  return {
    filters,
    filter,
    change,
    narrowed,
    query: { ...query, size, sort: sort ?? usualSort ?? '' },
    asked: { ...narrowed, page: `${query.page}`, size: `${size}`, sort },
  }
}
