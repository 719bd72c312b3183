import { asOneOf } from '#platform/shared/input/as-one-of.ts'
import { type ListQuery, useListQuery } from './use-list-query.ts'

interface Choice {
  /** As the contract and the address name it. */
  value: string
  label: string
}

/** Buttons, one beside the other, each with how many there are where the answer has counts. */
interface StatesFilter {
  kind: 'states'
  label: string
  choices: readonly Choice[]
  /** A button for all of them, before the others. */
  all?: string
  /** The one that is asked for where the address names none. */
  usual?: string
  /** Before or after the field to search in; otherwise in one row with it. */
  place?: 'above' | 'below'
}

/** A field to choose from. */
interface ChoiceFilter {
  kind: 'choice'
  label: string
  choices: readonly Choice[]
  /** The choice of not choosing. */
  all: string
  /** What else a link may ask for. */
  accepts?: (text: string) => boolean
}

/** A field for a day, `2026-11-25`. */
interface DayFilter {
  kind: 'day'
  label: string
}

/** What links alone ask for: there is no field for it. */
interface LinkFilter {
  kind: 'link'
}

export type ListFilter = StatesFilter | ChoiceFilter | DayFilter | LinkFilter
type ListFilters = Readonly<Record<string, ListFilter>>

/** What a filter can be; undefined: the list is not narrowed by it. */
type ValueOf<Filter> = Filter extends {
  accepts?: undefined
  choices: readonly { value: infer Value }[]
}
  ? Value | undefined
  : string | undefined
type Narrowed<Filters> = { search: string } & { [Name in keyof Filters]: ValueOf<Filters[Name]> }

interface ListOptions<Filters, Sort extends string> {
  /** By the names that the contract and the address have for them, in the order of the screen. */
  filters: Filters
  /** What it can be sorted by, as the contract names it. */
  sorts?: readonly Sort[]
  /** How the server sorts it where nothing else is asked for; for the arrow above the column. */
  usualSort?: Sort
  /** Rows of a page at most, where the server has a lower limit than for other lists. */
  maxSize?: number
}

/** What a list is asked for, as `AdminList` shows it. */
export interface AdminListState {
  filters: ListFilters
  query: ListQuery
  narrowed: Readonly<Record<string, string | undefined>>
  /** As the address has it, right or wrong. */
  filter: Readonly<Record<string, string>>
  change: ReturnType<typeof useListQuery>['change']
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** The part of the address that belongs to a filter, where it is one of its values. */
function wantedOf(filter: ListFilter, text: string): string | undefined {
  if (filter.kind === 'link') return text || undefined
  if (filter.kind === 'day') return isDay(text) ? text : undefined
  if (filter.kind === 'choice' && filter.accepts) return filter.accepts(text) ? text : undefined
  const values = filter.choices.map(({ value }) => value)
  return asOneOf(values, text) ?? (filter.kind === 'states' ? filter.usual : undefined)
}

/**
 * What a list of the back office is asked for, of the address: `asked` is the query of its call, and
 * `narrowed` the part of it that says which rows, without their order and the page.
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
