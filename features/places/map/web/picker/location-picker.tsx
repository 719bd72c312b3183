import { useEffect, useMemo, useRef, useState } from 'react'
import type { Place } from '#features/places/geocoding/contract.ts'
import type { MapLayer } from '#platform/shared/config.ts'
import type { Position } from '#platform/shared/geography.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { formatNumber } from '#platform/web/start/numbers.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BUNDLED_LAYERS, usePlaceSearch } from '../data/map.ts'
import type { BasemapState } from '../engine/base-layers.ts'
import { LocationMap } from '../engine/location-map.ts'
import {
  APPROXIMATE_ZOOM,
  FIRST_LOOK_MS,
  HOUSES_ZOOM,
  PRECISE_ZOOM,
  TOWN_ZOOM,
} from '../engine/map-limits.ts'
import { MapControls } from '../map-controls.tsx'
import { MapNotes } from '../map-notes.tsx'
import classes from './location-picker.module.css'
import { PlaceSearch } from './place-search.tsx'
import '../engine/leaflet.css'

interface LocationPickerProps {
  value: Position | null
  /** The value is only the centre of a place: the map starts farther out, then zooms to that place. */
  approximate: boolean
  onChange: (position: Position) => void
  /** Called with whether an online map, which has streets everywhere, is shown. */
  onOnline?: (online: boolean) => void
  /**
   * ISO code of the country in which the spot should be. Adds a search to the map, and is its start without a value.
   */
  country?: string
  /** Radius in metres if the spot is the centre of a region. */
  radius?: number
  /** Accessible name of the marker; defaults to that of the user's own letterbox. */
  markerLabel?: string
}

/** Start of the map without a value, if the community has set no start. */
const NOWHERE = { latitude: 46.85, longitude: 8.2, zoom: 8 }
/** The swisstopo map has no house numbers, so if it is the default, this map starts with the street layer. */
const isOffered = ({ id, url }: MapLayer) => id !== 'product' || url === null

/** Zoom for a found place, close enough to locate the house there. */
const LOOK_ZOOMS = { STREET: HOUSES_ZOOM, APPROXIMATE: TOWN_ZOOM } as const

/** The view of a whole country; null without a country, and until it is known. */
function useCountryView(country: string | undefined, near: Position): Place | null {
  const names = new Intl.DisplayNames([currentLanguage()], { type: 'region' })
  const name = country === undefined ? undefined : names.of(country)
  const [found] = usePlaceSearch(name ?? '', near).data ?? []
  return name !== undefined && found?.zoom !== undefined ? found : null
}

/** Lets the user choose a spot by dragging, clicking or with the arrow keys. */
export function LocationPicker(props: LocationPickerProps) {
  const { value, approximate, onChange, onOnline, country, radius, markerLabel } = props
  const { t } = useTranslation('location-picker')
  const container = useRef<HTMLDivElement>(null)
  const config = useConfig()
  const layers = useMemo(() => {
    const offeredLayers = config?.map_layers.filter(isOffered)
    return offeredLayers?.length ? offeredLayers : BUNDLED_LAYERS
  }, [config])
  const label = markerLabel ?? t('marker')
  const start = config?.map_start ?? NOWHERE
  const latest = useRef({ value, approximate, onChange, label, start })
  latest.current = { value, approximate, onChange, label, start }
  const [map, setMap] = useState<LocationMap | null>(null)
  const [basemap, setBasemap] = useState<BasemapState | null>(null)
  const [chosenPosition, setChosenPosition] = useState<Position | null>(null)
  const zoom = approximate ? APPROXIMATE_ZOOM : PRECISE_ZOOM

  useEffect(() => {
    if (!container.current) return
    const first = latest.current
    const created = new LocationMap(container.current, {
      centre: first.value ?? first.start,
      zoom: first.value ? (first.approximate ? APPROXIMATE_ZOOM : PRECISE_ZOOM) : first.start.zoom,
      layers,
      layer: layers[0]?.id ?? 'offline',
      language: currentLanguage(),
      markerLabel: first.label,
      onChange: (position) => {
        setChosenPosition(position)
        latest.current.onChange(position)
      },
      onBasemap: setBasemap,
    })
    created.setPosition(first.value)
    setMap(created)
    return () => {
      setMap(null)
      created.destroy()
    }
  }, [layers])

  const language = currentLanguage()
  useEffect(() => {
    map?.setLanguage(language)
    map?.setMarkerLabel(label)
  }, [map, language, label])

  const { latitude, longitude } = value ?? {}
  const ownMove =
    chosenPosition !== null &&
    chosenPosition.latitude === latitude &&
    chosenPosition.longitude === longitude
  useEffect(() => {
    if (ownMove) return
    // A new value from outside, such as a geocoded address, moves the map there.
    if (latitude === undefined || longitude === undefined) map?.setPosition(null)
    else map?.setPosition({ latitude, longitude }, zoom)
  }, [map, latitude, longitude, zoom, ownMove])

  const online =
    basemap !== null &&
    !basemap.fallback &&
    layers.some(({ id, url }) => id === basemap.chosen && url !== null)
  useEffect(() => onOnline?.(online), [online, onOnline])

  const isPlaced = value !== null
  useEffect(() => {
    if (radius !== undefined && isPlaced) map?.setRadius(radius)
  }, [map, radius, isPlaced])

  useEffect(() => {
    if (!map || !approximate || radius !== undefined) return
    const timer = setTimeout(() => map.showTown(), FIRST_LOOK_MS)
    return () => clearTimeout(timer)
  }, [map, approximate, radius])

  const view = useCountryView(isPlaced ? undefined : country, start)
  useEffect(() => {
    if (view && latest.current.value === null) map?.lookAt(view, view.zoom ?? TOWN_ZOOM)
  }, [map, view])

  return (
    <div className={classes.picker}>
      <section ref={container} className={classes.canvas} aria-label={t('map')} />
      <MapControls
        layers={layers}
        basemap={basemap}
        onLayer={(id) => map?.chooseLayer(id)}
        onZoom={(steps) => map?.zoomBy(steps)}
      />
      <MapNotes basemap={basemap} layers={layers} onLayer={(id) => map?.chooseLayer(id)} />
      {value ? null : (
        <div className={classes.place}>
          <AppButton tone="secondary" onClick={() => map?.placeInMiddle()}>
            {t('place')}
          </AppButton>
        </div>
      )}
      {country === undefined ? null : (
        <div className={classes.search}>
          <PlaceSearch
            label={t('search')}
            near={value ?? view}
            onPick={(position, place) => {
              if (place.location_type === 'ROOFTOP') map?.placeAt(position)
              else map?.lookAt(position, place.zoom ?? LOOK_ZOOMS[place.location_type])
            }}
          />
        </div>
      )}
      <p role="status" className="visually-hidden">
        {value ? t('position', words(value)) : t('none')}
      </p>
    </div>
  )
}

function words({ latitude, longitude }: Position) {
  const inWords = (degrees: number) =>
    formatNumber(degrees, currentLanguage(), { maximumFractionDigits: 5 })
  return { latitude: inWords(latitude), longitude: inWords(longitude) }
}
