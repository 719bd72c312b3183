import { MAX_LETTERBOX_OFFSET } from '../../letterbox-paging.ts'

/** Letterboxes on a page of the list. */
export const PER_PAGE = 10
/** The list ends at this page, and says so there. */
export const DEEPEST_PAGE = MAX_LETTERBOX_OFFSET / PER_PAGE + 1

/** The last page that can be shown of a list with so many letterboxes. */
export function lastPage(total: number): number {
  return Math.min(DEEPEST_PAGE, Math.max(1, Math.ceil(total / PER_PAGE)))
}
