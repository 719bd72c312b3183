import { useMemo } from 'react'
import {
  type FreeDays,
  letterboxKind,
  useLetterbox,
} from '#features/places/letterboxes/web/data/door.ts'
import { isLetterboxId } from '#features/places/map/web/data/door.ts'
import type { Position } from '#platform/shared/geography.ts'

/** The letterbox in the URL, and its marker once it is known. */
export function useSelectedLetterbox(
  idInAddress: string | null,
  located: Position | null,
  free: FreeDays | null,
) {
  const id = idInAddress && isLetterboxId(idInAddress) ? idInAddress : null
  const { data: letterbox } = useLetterbox(id, located, free)
  const selected = useMemo(
    () =>
      letterbox && letterbox.id === id
        ? {
            id: letterbox.id,
            kind: letterboxKind(letterbox),
            silent: letterbox.silent,
            latitude: letterbox.latitude,
            longitude: letterbox.longitude,
          }
        : null,
    [letterbox, id],
  )
  return { id, letterbox, selected }
}
