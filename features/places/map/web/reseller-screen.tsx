import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { MapLayer } from '#platform/shared/config.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import type { MapView } from './data/map-state.ts'
import type { BasemapState } from './engine/base-layers.ts'
import { type MarkedReseller, ResellerMap } from './engine/reseller-map.ts'
import { MapControls } from './map-controls.tsx'
import { MapNotes } from './map-notes.tsx'
import classes from './reseller-screen.module.css'
import { firstLayer } from './use-letterbox-map.ts'
import { type Located, useLocate } from './use-locate.ts'
import './engine/leaflet.css'

interface ResellerScreenProps {
  layers: MapLayer[]
  start: MapView
  resellers: readonly MarkedReseller[]
  /** The resellers in view when the map opens; empty until they are loaded. */
  first: readonly MarkedReseller[]
  selected: string | null
  onSelect: (id: string | null) => void
  onMove: (view: MapView) => void
  onLocated: (located: Located) => void
  /** Set if the selected reseller was picked in the list, which covers this many px at the left edge. */
  fromList: { covered: number } | undefined
  /** Content of the popup of the selected reseller. */
  card: ReactNode
  /** Elements that lie on the map. */
  children: ReactNode
}

/** Far enough out to see the nearest resellers. */
const LOCATED_ZOOM = 13

/** A full-screen map of resellers. */
export function ResellerScreen(props: ResellerScreenProps) {
  const { t } = useTranslation('map')
  const { layers, resellers, first, selected } = props
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const [map, setMap] = useState<ResellerMap | null>(null)
  const [basemap, setBasemap] = useState<BasemapState | null>(null)
  const locate = useLocate((located) => {
    props.onLocated(located)
    map?.flyToLocated(located, LOCATED_ZOOM)
  })

  useEffect(() => {
    if (!container.current) return
    const created = new ResellerMap(container.current, {
      view: latest.current.start,
      layers,
      layer: firstLayer(layers),
      language: currentLanguage(),
      onSelect: (id) => latest.current.onSelect(id),
      onMove: (view) => latest.current.onMove(view),
      onBasemap: setBasemap,
    })
    setMap(created)
    return () => {
      setMap(null)
      created.destroy()
    }
  }, [layers])

  const language = currentLanguage()
  useEffect(() => map?.setLanguage(language), [map, language])
  useEffect(() => map?.setResellers(resellers), [map, resellers])
  useEffect(() => map?.showAll(first), [map, first])
  // Runs after the card is rendered, because the popup takes its size from the card.
  useLayoutEffect(() => map?.select(selected, latest.current.fromList), [map, selected])

  return (
    <div className={classes.screen}>
      {props.children}
      <MapControls
        layers={layers}
        basemap={basemap}
        locate={locate}
        onLayer={(id) => map?.chooseLayer(id)}
        onZoom={(steps) => map?.zoomBy(steps)}
      />
      <section ref={container} className={classes.canvas} aria-label={t('mapLabel')} />
      <MapNotes basemap={basemap} locate={locate} />
      {map ? createPortal(props.card, map.card) : null}
    </div>
  )
}
