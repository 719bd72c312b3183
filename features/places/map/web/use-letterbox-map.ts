import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { MarkedLetterbox } from '#features/places/letterboxes/marked-letterbox.ts'
import {
  loadAddresses,
  loadTile,
  type TileFilter,
} from '#features/places/letterboxes/web/data/door.ts'
import type { MapLayer } from '#platform/shared/config.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import type { MapView } from './data/map-state.ts'
import type { BasemapState, LayerId } from './engine/base-layers.ts'
import type { HeldBack } from './engine/cooperative-gestures.ts'
import type { MarkerPress, MarkerTexts } from './engine/letterbox-layer.ts'
import { LetterboxMap, type SeenArea } from './engine/letterbox-map.ts'
import type { TilesState } from './engine/tiles/letterbox-tiles.ts'
import './engine/leaflet.css'
export interface LetterboxMapProps {
  /** Initial view; later changes are ignored. */
  start: MapView
  layers: MapLayer[]
  ownId: string | null
  filter: TileFilter
  selected: MarkedLetterbox | null
  hovered: MarkedLetterbox | null
  onPress: (press: MarkerPress) => void
  /** Called with the letterboxes of the hovered or focused marker; with an empty list when it is left. */
  onPoint?: (ids: string[]) => void
  onMove: (area: SeenArea) => void
  onReady: (map: LetterboxMap | null) => void
  /** A fixed colour scheme; null or left out: that of the visitor's device. Later changes are ignored. */
  scheme?: 'light' | 'dark' | null
  /** Only its presence at the map's creation matters. */
  onHeldBack?: (gesture: HeldBack) => void
}

const LAYER_KEY = 'letterlend.layer'

/** Storage may be blocked, most often inside another site's frame. */
function readLayer(): string | null {
  try {
    return localStorage.getItem(LAYER_KEY)
  } catch {
    return null
  }
}

export function firstLayer(layers: MapLayer[]): LayerId {
  const rememberedLayer = readLayer()
  const layer = layers.find(({ id }) => id === rememberedLayer) ?? layers[0]
  return layer?.id ?? 'offline'
}

export function rememberLayer(id: LayerId): void {
  try {
    localStorage.setItem(LAYER_KEY, id)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function useMarkerTexts(): MarkerTexts {
  const { t } = useTranslation('map')
  return useMemo(
    () => ({
      language: currentLanguage(),
      letterbox: (kind, own) => (own ? t('marker.own') : t(`marker.${kind}`)),
      silent: (marker) => t('marker.silent', { marker }),
      taken: (marker) => t('marker.taken', { marker }),
      house: (count) => t('marker.house', { count }),
      cluster: (count) => t('marker.cluster', { count }),
      at: (address, marker) => t('marker.at', { address, marker }),
    }),
    [t],
  )
}

/** Null for a map that is being replaced: the state still holds it when its last change is reported. */
function alive(map: LetterboxMap | null): LetterboxMap | null {
  return map?.destroyed ? null : map
}

/** Creates a map in `container` and keeps it in sync with the props for the component's lifetime. */
export function useLetterboxMap(
  container: RefObject<HTMLElement | null>,
  props: LetterboxMapProps,
) {
  const texts = useMarkerTexts()
  const latest = useRef({ props, texts })
  latest.current = { props, texts }
  const [map, setMap] = useState<LetterboxMap | null>(null)
  const [basemap, setBasemap] = useState<BasemapState | null>(null)
  const [tiles, setTiles] = useState<TilesState>({ loading: true, failed: false })
  const { layers, ownId, filter, selected, hovered } = props

  // One map per set of layers, which arrive once. Created in a separate task: together with the screen around it, it
  // would block a slow phone for a quarter of a second.
  useEffect(() => {
    let created: LetterboxMap | undefined
    const timer = setTimeout(() => {
      if (!container.current) return
      created = createMap(container.current)
      setMap(created)
      latest.current.props.onReady(created)
    })
    return () => {
      clearTimeout(timer)
      if (!created) return
      latest.current.props.onReady(null)
      setMap(null)
      created.destroy()
    }

    function createMap(element: HTMLElement): LetterboxMap {
      const { props: first, texts: words } = latest.current
      return new LetterboxMap(element, {
        view: first.start,
        layers,
        layer: firstLayer(layers),
        filter: first.filter,
        texts: words,
        ownId: first.ownId,
        scheme: first.scheme ?? null,
        loadTile,
        loadAddresses,
        onPress: (press) => latest.current.props.onPress(press),
        onPoint: (ids) => latest.current.props.onPoint?.(ids),
        onMove: (area) => latest.current.props.onMove(area),
        onHeldBack: first.onHeldBack && ((gesture) => latest.current.props.onHeldBack?.(gesture)),
        onBasemap: setBasemap,
        onTiles: (next) =>
          setTiles((before) =>
            before.loading === next.loading && before.failed === next.failed ? before : next,
          ),
      })
    }
  }, [container, layers])

  useEffect(() => alive(map)?.setTexts(texts), [map, texts])
  useEffect(() => alive(map)?.setOwn(ownId), [map, ownId])
  useEffect(() => alive(map)?.setFilter(filter), [map, filter])
  useEffect(() => alive(map)?.select(selected), [map, selected])
  useEffect(() => alive(map)?.hover(hovered), [map, hovered])
  return { map, basemap, tiles }
}
