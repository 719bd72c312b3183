import { useEffect, useRef } from 'react'
import { countInFront } from '#platform/web/ui/in-front.ts'
import { PANEL_ID } from './data/map-links.ts'
import type { MapState } from './data/map-state.ts'
import type { FocusedPlace } from './engine/letterbox-layer.ts'

/** How long the focus waits for a row that has not been rendered yet. */
const WAIT_MS = 5000

/** Identifies the panel's content; a new key means new content to read. */
function contentOf({ panel, letterboxId, stickerIds, house }: MapState): string {
  return JSON.stringify([panel, letterboxId, stickerIds, house])
}

/** Selector of the panel's element that had opened the previous content; null if the current content is new. */
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

/** Focuses the panel, and then the wanted element once it exists. Returns a function that cancels the wait. */
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
    // If the user has moved the focus meanwhile, it stays there.
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
 * Moves the focus with each step of the panel: to the opened content, and back to its opener. `focusMarker` returns
 * whether the map shows the letterbox or the house.
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
    // The page's first content takes no focus; a dialog restores the focus by itself.
    if (content === contentOf(before) || countInFront() > 0) return
    const panel = document.getElementById(PANEL_ID)
    if (panel) return focusInPanel(panel, openerOf(before, now))
    if (before.letterboxId !== null && focusMarker({ id: before.letterboxId })) return
    if (before.house !== null && focusMarker({ house: before.house })) return
    document.querySelector<HTMLElement>('[data-filter-button]')?.focus({ preventScroll: true })
  }, [content])
}
