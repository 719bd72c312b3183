import { useEffect, useRef, useState } from 'react'
import { useConfig } from '#platform/web/data/config.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { layersOf } from '../data/map.ts'
import type { BasemapState } from '../engine/base-layers.ts'
import { HOUSES_ZOOM, TOWN_ZOOM } from '../engine/map-limits.ts'
import type { Corner } from '../engine/outline.ts'
import { OutlineMap } from '../engine/outline-map.ts'
import { MapControls } from '../map-controls.tsx'
import { MapNotes } from '../map-notes.tsx'
import { firstLayer } from '../use-letterbox-map.ts'
import classes from './location-picker.module.css'
import outline from './outline-picker.module.css'
import { PlaceSearch } from './place-search.tsx'
import '../engine/leaflet.css'

interface OutlinePickerProps {
  value: readonly Corner[]
  onChange: (corners: Corner[]) => void
}

/** Start of the map without an outline, if the community has set no start. */
const NOWHERE = { latitude: 46.85, longitude: 8.2, zoom: 8 }

/** Lets the user draw an area on a map, with a pointer or with the keyboard. */
export function OutlinePicker({ value, onChange }: OutlinePickerProps) {
  const { t } = useTranslation('outline-picker')
  const container = useRef<HTMLDivElement>(null)
  const config = useConfig()
  const layers = layersOf(config)
  const latest = useRef({ value, onChange, t, start: config?.map_start ?? NOWHERE })
  latest.current = { value, onChange, t, start: config?.map_start ?? NOWHERE }
  const [map, setMap] = useState<OutlineMap | null>(null)
  const [basemap, setBasemap] = useState<BasemapState | null>(null)

  useEffect(() => {
    if (!container.current) return
    const { start, value: corners } = latest.current
    const created = new OutlineMap(container.current, {
      centre: start,
      zoom: start.zoom,
      layers,
      layer: firstLayer(layers),
      language: currentLanguage(),
      cornerLabel: (number) => latest.current.t('corner', { number }),
      onChange: (changed) => latest.current.onChange(changed),
      onBasemap: setBasemap,
    })
    created.setCorners(corners)
    created.showAll()
    setMap(created)
    return () => {
      setMap(null)
      created.destroy()
    }
  }, [layers])

  const language = currentLanguage()
  useEffect(() => map?.setLanguage(language), [map, language])
  useEffect(() => map?.setCorners(value), [map, value])

  return (
    <div className={outline.picker}>
      <PlaceSearch
        label={t('search')}
        onPick={(position, { zoom, location_type }) =>
          map?.lookAt(position, zoom ?? (location_type === 'APPROXIMATE' ? TOWN_ZOOM : HOUSES_ZOOM))
        }
      />
      <p className={outline.how}>{t('how')}</p>
      <div className={outline.map}>
        <div className={classes.picker}>
          <section ref={container} className={classes.canvas} aria-label={t('map')} />
          <MapControls
            layers={layers}
            basemap={basemap}
            onLayer={(id) => map?.chooseLayer(id)}
            onZoom={(steps) => map?.zoomBy(steps)}
          />
          <MapNotes basemap={basemap} layers={layers} onLayer={(id) => map?.chooseLayer(id)} />
        </div>
      </div>
      <div className={outline.buttons}>
        <AppButton tone="secondary" onClick={() => map?.addInMiddle()}>
          {t('add')}
        </AppButton>
        <AppButton
          tone="quiet"
          disabled={value.length === 0}
          onClick={() => onChange(value.slice(0, -1))}
        >
          {t('removeLast')}
        </AppButton>
        <AppButton tone="quiet" disabled={value.length === 0} onClick={() => onChange([])}>
          {t('restart')}
        </AppButton>
      </div>
      <p role="status" className={outline.how}>
        {t(value.length < 3 ? 'tooFew' : 'corners', { number: value.length })}
      </p>
    </div>
  )
}
