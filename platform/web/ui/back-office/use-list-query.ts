import { useMediaQuery } from '@mantine/hooks'
import { useSearchParams } from 'react-router'
import { ADMIN_PAGE_SIZE } from '#platform/shared/admin-lists.ts'

export interface ListQuery {
  search: string
  /** The number of the page, counted from 1. */
  page: number
  size: number
  /** A sort key of the contract, with a minus for descending; empty for the list's own order. */
  sort: string
}

/** The filters of a list by name; an empty value does not narrow it. */
type Filters = Record<string, string>

/** A page of a phone ends within reach of a thumb; the others follow at the press of a button. */
const PHONE_PAGE_SIZE = 10

function useUsualSize(): number {
  const phone = useMediaQuery('(max-width: 767.98px)', undefined, {
    getInitialValueInEffect: false,
  })
  return phone ? PHONE_PAGE_SIZE : ADMIN_PAGE_SIZE.default
}

/**
 * The query of a list in the back office, kept in the address: it can be linked, and going back from one of
 * its rows shows the list as it was. Every change except that of the page leads back to the first page.
 * @param filters the names of this list's filters, such as `status`
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
