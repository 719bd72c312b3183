import type { Position } from '@letterlend/contract/geography.ts'
import { useEffect, useState } from 'react'
import type { Ground } from '../../map-engine/basemap/ground.ts'
import { sharedPainter } from '../../map-engine/basemap/painter.ts'

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
