import { asOneOf } from '#platform/shared/input/as-one-of.ts'
import { type ListQuery, useListQuery } from './use-list-query.ts'

interface Choice {
  /** The value in the contract and the URL. */
  value: string
  label: string
}

/** A row of buttons, with counts if the answer has them. */
interface StatesFilter {
  kind: 'states'
  label: string
  choices: readonly Choice[]
  /** Label of a first button for all states. */
  all?: string
  /** The default state if the URL has none. */
  usual?: string
  /** Above or below the search field; by default beside it. */
  place?: 'above' | 'below'
}

/** A select field. */
interface ChoiceFilter {
  kind: 'choice'
  label: string
  choices: readonly Choice[]
  /** Label of the choice that does not filter. */
  all: string
  /** Further values that links may contain. */
  accepts?: (text: string) => boolean
}

/** A field for a day such as `2026-11-25`. */
interface DayFilter {
  kind: 'day'
  label: string
}

/** A filter without a field, set only by links. */
interface LinkFilter {
  kind: 'link'
}

export type ListFilter = StatesFilter | ChoiceFilter | DayFilter | LinkFilter
type ListFilters = Readonly<Record<string, ListFilter>>

/** The possible values of a filter; undefined if it is not set. */
type ValueOf<Filter> = Filter extends {
  accepts?: undefined
  choices: readonly { value: infer Value }[]
}
  ? Value | undefined
  : string | undefined
type Narrowed<Filters> = { search: string } & { [Name in keyof Filters]: ValueOf<Filters[Name]> }

interface ListOptions<Filters, Sort extends string> {
  /** Filters by their names in the contract and the URL, in display order. */
  filters: Filters
  /** The contract's sort keys. */
  sorts?: readonly Sort[]
  /** The server's default order, for the arrow in its column. */
  usualSort?: Sort
  /** Maximum page size, if the server's limit is lower than for other lists. */
  maxSize?: number
}

/** The state of a list, read from the URL, for `AdminList`. */
export interface AdminListState {
  filters: ListFilters
  query: ListQuery
  narrowed: Readonly<Record<string, string | undefined>>
  /** The URL's parameters, valid or not. */
  filter: Readonly<Record<string, string>>
  change: ReturnType<typeof useListQuery>['change']
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** The filter's value in the URL, if it is valid. */
function wantedOf(filter: ListFilter, text: string): string | undefined {
  if (filter.kind === 'link') return text || undefined
  if (filter.kind === 'day') return isDay(text) ? text : undefined
  if (filter.kind === 'choice' && filter.accepts) return filter.accepts(text) ? text : undefined
  const values = filter.choices.map(({ value }) => value)
  return asOneOf(values, text) ?? (filter.kind === 'states' ? filter.usual : undefined)
}

/**
 * Reads the state of a list from the URL: `asked` is the query for its call, `narrowed` only its filters, without order
 * and page.
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
