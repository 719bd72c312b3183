import { createListeners } from './listeners.ts'

/** How old the map on the screen is, and whether it is a stored copy. */

/** A header that the service worker adds to answers from its cache. */
export const KEPT_ANSWER = 'x-kept-answer'

/**
 * An attribute that the service worker adds to the root element of a cached page, which it uses when the
 * server does not answer.
 */
export const KEPT_PAGE = 'data-kept'

/** The service worker's cache of the last seen map. */
export const MAP_CACHE = 'letterlend-map'
/** Its cache of the streets around it. */
export const STREETS_CACHE = 'letterlend-streets'

interface MapAge {
  /** When the server sent the answer; null before the first one. */
  given: string | null
  /** The network did not answer, so an older answer is shown. */
  kept: boolean
}

let age: MapAge = { given: null, kept: false }
const changes = createListeners()

export function noteMapAge({ headers }: Response): void {
  const isKept = headers.has(KEPT_ANSWER)
  // While the network works, the time changes with every tile, and no component shows it.
  const isChanged = isKept !== age.kept || age.given === null
  age = { given: headers.get('date'), kept: isKept }
  if (isChanged) changes.tell()
}

export const mapAge = (): MapAge => age

export const subscribeToMapAge = changes.subscribe
