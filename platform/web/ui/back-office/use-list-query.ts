import { useSearchParams } from 'react-router'
import { ADMIN_PAGE_SIZE } from '#platform/shared/admin-lists.ts'

export interface ListQuery {
  search: string
  /** From 1. */
  page: number
  size: number
  /** As the contract names it, with a minus for the last or most first; empty: the list's own. */
  sort: string
}

/** Filters of a list by name; empty: not filtered. */
type Filters = Record<string, string>

/**
 * What a list of the back office is asked, kept in the address: it can be linked, and going back from
 * one of its rows finds it as it was. Every change but that of the page goes back to the first page.
 * @param filters names of what this list is narrowed to, such as `status`
 */
export function useListQuery<Name extends string = never>(...filters: Name[]) {
  const [params, setParams] = useSearchParams()
  const positive = (name: string, otherwise: number) => {
    const number = Number(params.get(name))
    return Number.isInteger(number) && number > 0 ? number : otherwise
  }
  const query: ListQuery = {
    search: params.get('search') ?? '',
    page: positive('page', 1),
    size: Math.min(positive('size', ADMIN_PAGE_SIZE.default), ADMIN_PAGE_SIZE.max),
    sort: params.get('sort') ?? '',
  }
  const filter = Object.fromEntries(
    filters.map((name) => [name, params.get(name) ?? '']),
  ) as Record<Name, string>
  const change = (changed: Partial<ListQuery> | Filters) => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        for (const [name, value] of Object.entries(changed)) {
          const usual = name === 'page' ? 1 : name === 'size' ? ADMIN_PAGE_SIZE.default : ''
          if (value === usual) next.delete(name)
          else next.set(name, `${value}`)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { query, filter, change }
}
