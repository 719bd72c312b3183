import { MAX_LETTERBOX_OFFSET } from '../../letterbox-paging.ts'

/** Number of letterboxes on a page of the list. */
export const PER_PAGE = 10
/** The last page that the server returns; the list says so there. */
export const DEEPEST_PAGE = MAX_LETTERBOX_OFFSET / PER_PAGE + 1

/** The last page of a list with this many letterboxes. */
export function lastPage(total: number): number {
  return Math.min(DEEPEST_PAGE, Math.max(1, Math.ceil(total / PER_PAGE)))
}
