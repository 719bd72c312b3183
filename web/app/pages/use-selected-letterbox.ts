import type { Position } from '@letterlend/contract/geography.ts'
import { useMemo } from 'react'
import { letterboxKind } from '../../data/letterbox-kind.ts'
import { useLetterbox } from '../../data/letterboxes.ts'
import { isLetterboxId } from '../../data/map-url.ts'

/** The letterbox of the address, and its marker once it is known. */
export function useSelectedLetterbox(asked: string | null, located: Position | null) {
  const id = asked && isLetterboxId(asked) ? asked : null
  const { data: letterbox } = useLetterbox(id, located)
  const selected = useMemo(
    () =>
      letterbox && letterbox.id === id
        ? {
            id: letterbox.id,
            kind: letterboxKind(letterbox),
            latitude: letterbox.latitude,
            longitude: letterbox.longitude,
          }
        : null,
    [letterbox, id],
  )
  return { id, letterbox, selected }
}
