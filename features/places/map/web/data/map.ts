import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { MapLayer, PublicConfig } from '#platform/shared/config.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { Position } from '#platform/shared/geography.ts'
import { call } from '#platform/web/data/api-client.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import type { MapView } from './map-state.ts'

/** Fallback if the community's settings cannot be loaded; this layer needs none. */
export const BUNDLED_LAYERS: MapLayer[] = [
  {
    id: 'offline',
    url: null,
    streets: null,
    attribution: 'swisstopo · Natural Earth · GeoNames',
    max_zoom: 21,
  },
]

/** The layers of this community; always the same array for the same settings. */
export const layersOf = (config: PublicConfig | undefined): MapLayer[] =>
  config?.map_layers.length ? config.map_layers : BUNDLED_LAYERS

/** If the settings do not arrive within this time, the map starts with the fallback. */
const SETTINGS_WITHIN = 2500

export interface MapSettings {
  layers: MapLayer[]
  start: MapView
}

const FIRST_VIEW: MapView = { latitude: 47.37, longitude: 8.54, zoom: 15 }

/** Layers and first view of this community; undefined while they may still arrive. */
export function useMapSettings(): MapSettings | undefined {
  const config = useConfig()
  const [late, setLate] = useState(false)
  const isWaiting = config === undefined
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), SETTINGS_WITHIN)
    return () => clearTimeout(timer)
  }, [isWaiting])
  if (config) return { layers: layersOf(config), start: config.map_start }
  return late ? { layers: BUNDLED_LAYERS, start: FIRST_VIEW } : undefined
}

/** Shorter texts get no suggestions. */
export const LEAST_LETTERS = 2

/** Places, streets and houses whose names begin with the text, those close to `near` first; empty for short texts. */
export function usePlaceSearch(text: string, near: Position) {
  const q = text.trim()
  return useQuery({
    queryKey: ['places', q, currentLanguage(), near.latitude.toFixed(1), near.longitude.toFixed(1)],
    enabled: q.length >= LEAST_LETTERS,
    placeholderData: keepPreviousData,
    staleTime: 10 * MINUTE_MS,
    queryFn: ({ signal }) =>
      call('GET /map/search', {
        query: {
          q,
          lang: currentLanguage(),
          latitude: near.latitude.toFixed(3),
          longitude: near.longitude.toFixed(3),
        },
        signal,
      }),
  })
}
