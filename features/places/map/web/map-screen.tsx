import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import type { FoundLine } from '#features/places/letterboxes/contract.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import type { MapView } from './data/map-state.ts'
import type { LetterboxMap } from './engine/letterbox-map.ts'
import { LETTERBOX_ZOOM } from './engine/map-limits.ts'
import { MapControls } from './map-controls.tsx'
import { MapNotes } from './map-notes.tsx'
import classes from './map-screen.module.css'
import { MapSearch } from './search/map-search.tsx'
import type { FoundSticker } from './search/search-options.ts'
import { type LetterboxMapProps, rememberLayer, useLetterboxMap } from './use-letterbox-map.ts'
import type { useLocate } from './use-locate.ts'
import { usePanelEscape } from './use-panel-escape.ts'

interface MapScreenProps extends LetterboxMapProps {
  /** `id` of the search field. */
  searchId: string
  /** Stickers whose name matches, the best match first. */
  searchStickers: (text: string) => FoundSticker[]
  nameOfSticker: (id: number) => string
  onPickSticker: (id: number) => void
  /** Called with a sticker of one letterbox. */
  onPickLine: (found: FoundLine) => void
  view: MapView
  /** CSS pixels at the lower edge that the panel covers. */
  covered: number
  /** Called with the height in CSS pixels that search field and chips cover at the upper edge. */
  onTopCovered: (pixels: number) => void
  locate: ReturnType<typeof useLocate>
  filterOpen: boolean
  onToggleFilter: () => void
  /** Null hides the switch. */
  messagingOnly: boolean | null
  onMessagingOnly: (on: boolean) => void
  /** Closes the side panel; undefined if none is open. */
  onClose: (() => void) | undefined
  /** The side panel. */
  children: ReactNode
}

/** Used by the styles of elements at the map's lower edge. */
const SHEET_HEIGHT: string = '--ll-sheet-height'

/** The map, its controls, and the panel beside it (below 768 px over its lower edge). */
export function MapScreen(props: MapScreenProps) {
  const { t } = useTranslation('map')
  const container = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  useLowerEdge(top, props.onTopCovered)
  const { map, basemap, tiles } = useLetterboxMap(container, props)
  const screen = useRef<HTMLDivElement>(null)
  usePanelEscape(screen, props.onClose)
  const go = (target: Parameters<LetterboxMap['flyTo']>) => map?.flyTo(...target)

  return (
    <div ref={screen} className={classes.screen} style={{ [SHEET_HEIGHT]: `${props.covered}px` }}>
      <h1 className="visually-hidden">{t('title')}</h1>
      {props.children}
      <div className={classes.map}>
        <div ref={top} className={classes.top} data-tour="search">
          <MapSearch
            id={props.searchId}
            near={props.view}
            free={props.filter.free}
            searchStickers={props.searchStickers}
            nameOfSticker={props.nameOfSticker}
            onPickSticker={props.onPickSticker}
            onPickHouse={({ ids, latitude, longitude }) => {
              // Opening a single letterbox moves the map anyway.
              if (ids.length > 1) go([{ latitude, longitude }, LETTERBOX_ZOOM])
              props.onPress({ ids, latitude, longitude })
            }}
            onPickLine={props.onPickLine}
            onPickPlace={(place, zoom) => go([place, zoom])}
          />
          <div className={classes.chips}>
            <button
              type="button"
              className={classes.chip}
              aria-expanded={props.filterOpen}
              onClick={props.onToggleFilter}
              data-filter-button
            >
              {t('filter')}
            </button>
            {props.messagingOnly === null ? null : (
              <button
                type="button"
                role="switch"
                aria-checked={props.messagingOnly}
                className={classes.chip}
                onClick={() => props.onMessagingOnly(!props.messagingOnly)}
              >
                {t('messagingOnly')}
              </button>
            )}
          </div>
        </div>
        <MapControls
          layers={props.layers}
          basemap={basemap}
          locate={props.locate}
          onLayer={(id) => map?.chooseLayer(id)}
          onZoom={(steps) => map?.zoomBy(steps)}
        />
        <button type="button" className={classes.skip} onClick={() => end.current?.focus()}>
          {t('skipMap')}
        </button>
        <section
          ref={container}
          className={classes.canvas}
          aria-label={t('mapLabel')}
          data-tour="map"
        />
        <MapNotes
          basemap={basemap}
          tiles={tiles}
          locate={props.locate}
          layers={props.layers}
          onLayer={(id) => {
            rememberLayer(id)
            map?.chooseLayer(id)
          }}
        />
        <div ref={end} tabIndex={-1} className="visually-hidden" />
      </div>
    </div>
  )
}

/** Reports the distance of an element's lower edge from its parent's upper edge whenever it changes. */
function useLowerEdge(element: RefObject<HTMLElement | null>, onChange: (pixels: number) => void) {
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const tell = () => onChange(current.offsetTop + current.offsetHeight)
    const observer = new ResizeObserver(tell)
    observer.observe(current)
    tell()
    return () => observer.disconnect()
  }, [element, onChange])
}
