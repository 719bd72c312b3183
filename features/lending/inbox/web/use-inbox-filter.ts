import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { INBOX_VIEWS, type InboxFilter } from '#features/lending/conversations/lists/web/door.ts'
import { paths } from '#platform/shared/paths.ts'

/** The longest search text that the server accepts. */
const MAX_LETTERS = 100

/** The filter of the list. It is kept in the URL, so that it survives reloads, links and going back. */
export function useInboxFilter() {
  const [query, setQuery] = useSearchParams()
  const show = query.get('show')
  const view = INBOX_VIEWS.find((each) => each === show) ?? null
  const search = (query.get('search') ?? '').trim().slice(0, MAX_LETTERS)
  const filter = useMemo(() => ({ view, search }), [view, search])

  const change = useCallback(
    (part: Partial<InboxFilter>) =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before)
          const set = (name: string, value: string | null) =>
            value ? next.set(name, value) : next.delete(name)
          if (part.view !== undefined) set('show', part.view)
          if (part.search !== undefined) set('search', part.search.slice(0, MAX_LETTERS))
          return next
        },
        { replace: true },
      ),
    [setQuery],
  )

  const filterParams = { show: view ?? undefined, search: search || undefined }
  return {
    filter,
    change,
    /**
     * The address of a conversation, which on phones is a page of its own, or of the list for null. Both keep the
     * filter.
     */
    linkTo: (transactionId: string | null, narrow: boolean) =>
      transactionId !== null && narrow
        ? paths.messagePanel({ transaction_id: transactionId, ...filterParams })
        : paths.inbox({ transaction_id: transactionId ?? undefined, ...filterParams }),
  }
}
