import type { LetterboxKind } from './letterbox-kinds.ts'

/** The fields of a letterbox that its marker on the map needs. */
export interface MarkedLetterbox {
  id: string
  kind: LetterboxKind
  /** The owner has not answered lately; omitted otherwise. */
  silent?: boolean | undefined
  /** Not free on the days that were searched; omitted otherwise. */
  taken?: boolean | undefined
  latitude: number
  longitude: number
}
