import {
  LETTERBOX_MARKER_SIZE,
  type LetterboxMarkerKind,
  letterboxMarkerSvg,
} from './letterbox-marker.ts'

interface LetterboxMarkerImageProps {
  kind: LetterboxMarkerKind
  own?: boolean
  faded?: boolean
  /** Empty if the text beside it says the same. */
  alt?: string
  /** Height in px; the width follows. */
  height?: number
}

/** The map's marker outside the map: in the overlay, the nearby list and the legend. */
export function LetterboxMarkerImage({
  kind,
  own = false,
  faded = false,
  alt = '',
  height = LETTERBOX_MARKER_SIZE.height,
}: LetterboxMarkerImageProps) {
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(letterboxMarkerSvg(kind, { own, faded }))}`}
      alt={alt}
      width={(height * LETTERBOX_MARKER_SIZE.width) / LETTERBOX_MARKER_SIZE.height}
      height={height}
      draggable={false}
    />
  )
}
