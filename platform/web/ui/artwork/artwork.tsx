import type { ReactNode } from 'react'

interface ArtworkProps {
  viewBox: string
  width: number
  height: number
  title?: string
  children: ReactNode
}

/** A drawing: with a title it is an image to screen readers, without one it is decoration. */
export function Artwork({ viewBox, width, height, title, children }: ArtworkProps) {
  const size = { viewBox, width, height, fill: 'none' }
  if (!title) {
    return (
      <svg {...size} aria-hidden="true" focusable="false">
        {children}
      </svg>
    )
  }
  return (
    <svg {...size} role="img" focusable="false">
      <title>{title}</title>
      {children}
    </svg>
  )
}
