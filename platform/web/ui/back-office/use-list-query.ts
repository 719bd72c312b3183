import { useMediaQuery } from '@mantine/hooks'
import { useSearchParams } from 'react-router'
import { ADMIN_PAGE_SIZE } from '#platform/shared/admin-lists.ts'

export interface ListQuery {
  search: string
  /** The number of the page, counted from 1. */
  page: number
  size: number
  /** The contract's sort key, with a minus for descending; empty for the default order. */
  sort: string
}

/** Filters by name; an empty value does not filter. */
type Filters = Record<string, string>

/** On a phone a page should end within a thumb's reach; a button loads the next one. */
const PHONE_PAGE_SIZE = 10

function useUsualSize(): number {
  const phone = useMediaQuery('(max-width: 767.98px)', undefined, {
    getInitialValueInEffect: false,
  })
  return phone ? PHONE_PAGE_SIZE : ADMIN_PAGE_SIZE.default
}

/**
 * The query of a back office list, stored in the URL: it can be linked, and going back from a row restores the list.
 * Every change except of the page returns to the first page.
 * @param filters names of this list's filters, such as `status`
 */
export function useListQuery<Name extends string = never>(...filters: Name[]) {
  const [params, setParams] = useSearchParams()
  const usualSize = useUsualSize()
  const positive = (name: string, otherwise: number) => {
    const number = Number(params.get(name))
    return Number.isInteger(number) && number > 0 ? number : otherwise
  }
  const query: ListQuery = {
    search: params.get('search') ?? '',
    page: positive('page', 1),
    size: Math.min(positive('size', usualSize), ADMIN_PAGE_SIZE.max),
    sort: params.get('sort') ?? '',
  }
  const filter = Object.fromEntries(
    filters.map((name) => [name, params.get(name) ?? '']),
  ) as Record<Name, string>
  const change = (part: Partial<ListQuery> | Filters) => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        for (const [name, value] of Object.entries(part)) {
          const usual = name === 'page' ? 1 : name === 'size' ? usualSize : ''
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
