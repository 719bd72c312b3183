import type { ArtworkRefusal } from '@letterlend/contract/artwork.ts'

/** A picture that is not taken, and why. */
export class RefusedArtwork extends Error {
  readonly reason: ArtworkRefusal

  constructor(reason: ArtworkRefusal) {
    super(reason)
    this.reason = reason
  }
}
