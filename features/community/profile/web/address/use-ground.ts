import { useEffect, useState } from 'react'
import { type Ground, sharedPainter } from '#features/places/map/web/door.ts'
import type { Position } from '#platform/shared/geography.ts'

/** What the map shows at a position; null while it is not known yet. */
export function useGround(spot: Position | null): Ground | null {
  const [ground, setGround] = useState<Ground | null>(null)
  const { latitude, longitude } = spot ?? {}

  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return
    let outdated = false
    sharedPainter()
      .groundAt({ latitude, longitude })
      .then((answer) => {
        if (!outdated) setGround(answer)
      })
    return () => {
      outdated = true
      setGround(null)
    }
  }, [latitude, longitude])
  return ground
}
