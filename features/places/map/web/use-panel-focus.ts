import { useEffect, useRef } from 'react'
import { countInFront } from '#platform/web/ui/in-front.ts'
import { PANEL_ID } from './data/map-links.ts'
import type { MapState } from './data/map-state.ts'
import type { FocusedPlace } from './engine/letterbox-layer.ts'

/** How long the focus waits for a row that is still on its way. */
const WAIT_MS = 5000

/** A key for what the panel shows; a new key means new content to read. */
function contentOf({ panel, letterboxId, stickerIds, house }: MapState): string {
  return JSON.stringify([panel, letterboxId, stickerIds, house])
}

/**
 * A selector for the element of the panel that opened the content shown before; null where the content is
 * new.
 */
export function openerOf(before: MapState, now: MapState): string | null {
  if (before.panel === 'LetterboxOverlay' && now.panel === 'NearbyLetterboxes') {
    return `[data-letterbox="${CSS.escape(before.letterboxId ?? '')}"]`
  }
  if (before.panel === 'NearbyLetterboxes' && now.panel === 'FilterLetterboxes') {
    const [picked] = now.stickerIds.length === 0 ? before.stickerIds : []
    return picked === undefined ? null : `[data-sticker="${picked}"]`
  }
  return null
}

/**
 * Focuses the panel, and the wanted element in it as soon as that exists. Returns a function that ends the
 * wait.
 */
function focusInPanel(panel: HTMLElement, selector: string | null): () => void {
  const look = () => {
    const target = selector === null ? null : panel.querySelector<HTMLElement>(selector)
    target?.focus()
    return target !== null
  }
  if (look()) return () => undefined
  panel.focus({ preventScroll: true })
  if (selector === null) return () => undefined
  const observer = new MutationObserver(() => {
    // Whoever went on from there is not called back.
    if (document.activeElement !== panel || look()) end()
  })
  const timer = setTimeout(() => end(), WAIT_MS)
  const end = () => {
    clearTimeout(timer)
    observer.disconnect()
  }
  observer.observe(panel, { childList: true, subtree: true })
  return end
}

/**
 * Where the focus goes with each step of the panel: to what was opened, and back to what opened it.
 * `focusMarker` says whether it found the letterbox or the house on the map.
 */
export function usePanelFocus(
  state: MapState,
  focusMarker: (place: FocusedPlace) => boolean,
): void {
  const latest = useRef({ state, focusMarker })
  const last = useRef(state)
  latest.current = { state, focusMarker }
  const content = contentOf(state)
  useEffect(() => {
    const before = last.current
    const { state: now, focusMarker } = latest.current
    last.current = now
    // The first content of the page takes no focus; a dialog gives the focus back by itself.
    if (content === contentOf(before) || countInFront() > 0) return
    const panel = document.getElementById(PANEL_ID)
    if (panel) return focusInPanel(panel, openerOf(before, now))
    if (before.letterboxId !== null && focusMarker({ id: before.letterboxId })) return
    if (before.house !== null && focusMarker({ house: before.house })) return
    document.querySelector<HTMLElement>('[data-filter-button]')?.focus({ preventScroll: true })
  }, [content])
}
