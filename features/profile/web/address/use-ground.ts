import { useEffect, useState } from 'react'
import type { Ground } from '#features/map/web/engine/basemap/ground.ts'
import { sharedPainter } from '#features/map/web/engine/basemap/painter.ts'
import type { Position } from '#platform/shared/geography.ts'

/** What the map has under a spot; null while that is not known. */
export function useGround(spot: Position | null): Ground | null {
  const [known, setKnown] = useState<Ground | null>(null)
  const { latitude, longitude } = spot ?? {}

  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return
    let outdated = false
    sharedPainter()
      .groundAt({ latitude, longitude })
      .then((ground) => {
        if (!outdated) setKnown(ground)
      })
    return () => {
      outdated = true
      setKnown(null)
    }
  }, [latitude, longitude])
  return known
}
