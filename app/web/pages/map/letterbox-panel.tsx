import type { ComponentProps } from 'react'
import { LetterboxOverlay } from '#features/places/letterboxes/web/door.ts'
import { LetterboxBorrow } from './letterbox-borrow.tsx'

type LetterboxPanelProps = Omit<ComponentProps<typeof LetterboxOverlay>, 'user' | 'lending'> &
  Omit<ComponentProps<typeof LetterboxBorrow>, 'letterbox'>

/** The details of a letterbox, and how to ask. */
export function LetterboxPanel({
  id,
  located,
  free,
  onReport,
  onShowAround,
  ...borrowing
}: LetterboxPanelProps) {
  return (
    <LetterboxOverlay
      id={id}
      located={located}
      free={free}
      user={borrowing.viewer.user}
      onReport={onReport}
      onShowAround={onShowAround}
      // Each letterbox starts with its own choice.
      lending={(letterbox) => (
        <LetterboxBorrow key={letterbox.id} letterbox={letterbox} free={free} {...borrowing} />
      )}
    />
  )
}
