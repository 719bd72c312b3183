import { LetterboxMarkerImage } from './artwork/letterbox-marker-image.tsx'

/** Three neighbours' letterboxes; ornament of the account screens. */
export function LetterboxRow() {
  return (
    <>
      <LetterboxMarkerImage kind="messaging" height={72} />
      <LetterboxMarkerImage kind="messaging_active" height={92} />
      <LetterboxMarkerImage kind="supporter" height={78} />
    </>
  )
}
