import { useMemo, useRef, useState } from 'react'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { resellerName } from '#features/places/letterboxes/web/door.ts'
import type { MarkedReseller } from '#features/places/map/web/door.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { useTranslation } from '#platform/web/start/texts.ts'

/** Number of nearest resellers in view when the map opens. */
const FIRST_SEEN = 5

/** The markers of the map. */
export function useMarked(resellers: Letterbox[]): MarkedReseller[] {
  const { t } = useTranslation('resellers')
  return useMemo(
    () =>
      resellers.map((reseller) => ({
        id: reseller.id,
        latitude: reseller.latitude,
        longitude: reseller.longitude,
        label: t('marker', { name: resellerName(reseller), city: reseller.city }),
      })),
    [resellers, t],
  )
}

/** The resellers nearest to the initial view; chosen once, so that the map does not move later. */
export function useFirst(marked: MarkedReseller[], start: Position) {
  const first = useRef<MarkedReseller[]>([])
  if (first.current.length === 0 && marked.length > 0) {
    first.current = [...marked]
      .sort((a, b) => distanceInMetres(start, a) - distanceInMetres(start, b))
      .slice(0, FIRST_SEEN)
  }
  return first.current
}

/** The open popup; when it closes, the focus returns to the element that opened it. */
export function useSelected() {
  const [selected, setSelected] = useState<string | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const select = (id: string | null) => {
    const focused = document.activeElement
    if (id !== null) {
      const inCard = focused?.closest('[role="dialog"]')
      if (!inCard) opener.current = focused instanceof HTMLElement ? focused : null
    } else if (focused?.closest('[role="dialog"]') || focused === document.body) {
      const back = opener.current?.isConnected ? opener.current : document.querySelector('h1')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    }
    setSelected(id)
  }
  return { selected, select }
}
