import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useConfig } from '#platform/web/data/config.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { layersOf } from '../data/map.ts'
import type { BasemapState } from '../engine/base-layers.ts'
import { type MarkedReseller, ResellerMap } from '../engine/reseller-map.ts'
import { MapControls } from '../map-controls.tsx'
import { MapNotes } from '../map-notes.tsx'
import { firstLayer } from '../use-letterbox-map.ts'
import classes from './places-map.module.css'
import '../engine/leaflet.css'

interface PlacesMapProps {
  /** Accessible description of the map. */
  label: string
  /** At least one place; all of them are in view when the map opens. */
  places: readonly MarkedReseller[]
  selected: string | null
  onSelect: (id: string | null) => void
  /** Content of the popup over the selected place. */
  card: ReactNode
}

const FIRST_ZOOM = 8

/** A map of a few places, beside a list of their names. */
export function PlacesMap(props: PlacesMapProps) {
  const { label, places, selected, card } = props
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const config = useConfig()
  const layers = layersOf(config)
  const [map, setMap] = useState<ResellerMap | null>(null)
  const [basemap, setBasemap] = useState<BasemapState | null>(null)

  useEffect(() => {
    const [first] = latest.current.places
    if (!container.current || !first) return
    const created = new ResellerMap(container.current, {
      view: { latitude: first.latitude, longitude: first.longitude, zoom: FIRST_ZOOM },
      layers,
      layer: firstLayer(layers),
      language: currentLanguage(),
      onSelect: (id) => latest.current.onSelect(id),
      onMove: () => {},
      onBasemap: setBasemap,
    })
    created.setResellers(latest.current.places)
    created.showAll(latest.current.places)
    setMap(created)
    return () => {
      setMap(null)
      created.destroy()
    }
  }, [layers])

  const language = currentLanguage()
  useEffect(() => map?.setLanguage(language), [map, language])
  useEffect(() => map?.setResellers(places), [map, places])
  // Runs after the card is rendered, because the popup takes its size from the card.
  useLayoutEffect(() => map?.select(selected), [map, selected])

  return (
    <div className={classes.map}>
      <section ref={container} className={classes.canvas} aria-label={label} />
      <MapControls
        layers={layers}
        basemap={basemap}
        onLayer={(id) => map?.chooseLayer(id)}
        onZoom={(steps) => map?.zoomBy(steps)}
      />
      <MapNotes basemap={basemap} />
      {map ? createPortal(card, map.card) : null}
    </div>
  )
}
