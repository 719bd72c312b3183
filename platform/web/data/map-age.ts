import { createListeners } from './listeners.ts'

/** Of when the map on the screen is, and whether it is a kept copy. */

/** Set by the service worker on an answer that it kept. */
export const KEPT_ANSWER = 'x-kept-answer'

/** Set by it on the root element of a page that it kept, and opened since the server did not answer. */
export const KEPT_PAGE = 'data-kept'

/** Where the service worker keeps the last seen map: the places somebody looked at. */
export const MAP_CACHE = 'letterlend-map'
/** And the streets around them. */
export const STREETS_CACHE = 'letterlend-streets'

interface MapAge {
  /** When the server gave the answer; null before the first one. */
  given: string | null
  /** The network did not answer, so an older answer is shown. */
  kept: boolean
}

let age: MapAge = { given: null, kept: false }
const changes = createListeners()

export function noteMapAge({ headers }: Response): void {
  const isKept = headers.has(KEPT_ANSWER)
  // While the network is there, the time changes with every tile and nobody sees it.
  const isChanged = isKept !== age.kept || age.given === null
  age = { given: headers.get('date'), kept: isKept }
  if (isChanged) changes.tell()
}

export const mapAge = (): MapAge => age

export const subscribeToMapAge = changes.subscribe
