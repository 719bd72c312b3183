import type { LetterboxKind } from './letterbox-kinds.ts'

/** What a marker on the map has to know of a letterbox. */
export interface MarkedLetterbox {
  id: string
  kind: LetterboxKind
  /** It has not answered lately; missing where it is not so. */
  silent?: boolean | undefined
  latitude: number
  longitude: number
}
