import type { ArtworkRefusal } from '#platform/shared/artwork.ts'

/** A picture was rejected, and why. */
export class RefusedArtwork extends Error {
  readonly reason: ArtworkRefusal

  constructor(reason: ArtworkRefusal) {
    super(reason)
    this.reason = reason
  }
}
