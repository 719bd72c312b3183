import { useMemo, useRef, useState } from 'react'
import { useItems } from '#features/places/items/web/data/door.ts'
import { type MapSettings, useMapSettings } from '#features/places/map/web/data/door.ts'
import {
  type HeldBack,
  type LetterboxMap,
  MapNotes,
  type SeenArea,
  useLetterboxMap,
} from '#features/places/map/web/door.ts'
import { useBrandName } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { ShellEnd } from '../layout/shell-end.tsx'
import { EmbedFilter } from './embed-filter.tsx'
import { EmbedLetterbox } from './embed-letterbox.tsx'
import classes from './embed-map.module.css'
import { embeddedFrom, linkToApp } from './embed-url.ts'
import { announceView } from './embed-view.ts'
import { GestureHint } from './gesture-hint.tsx'

/** Opened directly, the map may take all gestures; in a frame, scrolling belongs to the surrounding page. */
const IN_FRAME = window.self !== window.top

/** `/embed?sticker=1,5&match=all&messaging=true&lat=..&lng=..&z=..&locked=1&scheme=dark&colour=2e8b57&lang=fr` */
export function EmbedMap() {
  const settings = useMapSettings()
  return settings ? <LoadedEmbedMap {...settings} /> : null
}

function LoadedEmbedMap({ start, layers }: MapSettings) {
  const { t } = useTranslation(['share', 'map'])
  const brand = useBrandName()
  const embedded = useMemo(() => embeddedFrom(window.location.search), [])
  const [stickerIds, setStickerIds] = useState(embedded.stickerIds)
  const [pressed, setPressed] = useState<string[]>([])
  const [area, setArea] = useState<SeenArea | null>(null)
  /** The last gesture that was left to the surrounding page, and its time. */
  const [heldBack, setHeldBack] = useState<{ gesture: HeldBack; at: number } | null>(null)
  const items = useItems()
  const container = useRef<HTMLElement>(null)
  const ready = useRef<LetterboxMap | null>(null)
  const filter = useMemo(
    () => ({ stickerIds, match: embedded.match, messagingOnly: embedded.messagingOnly }),
    [stickerIds, embedded],
  )
  const { map, basemap, tiles } = useLetterboxMap(container, {
    start: embedded.view ?? start,
    layers,
    ownId: null,
    filter,
    selected: null,
    hovered: null,
    onPress: ({ ids }) => setPressed(ids),
    onMove: (seen) => {
      setArea(seen)
      announceView(seen.view)
    },
    onReady: (created) => {
      ready.current = created
    },
    scheme: embedded.scheme,
    ...(IN_FRAME && {
      onHeldBack: (gesture: HeldBack) => setHeldBack({ gesture, at: performance.now() }),
    }),
  })
  const view = area?.view ?? embedded.view ?? start

  return (
    <main className={classes.root} aria-label={t('share:embed.title', { brand })}>
      <ShellEnd />
      <h1 className="visually-hidden">{t('share:embed.title', { brand })}</h1>
      <div className={classes.corner}>
        <EmbedFilter
          items={items.data ?? []}
          stickerIds={stickerIds}
          locked={embedded.locked}
          onPick={setStickerIds}
        />
        <a
          className={classes.brand}
          href={linkToApp({ ...filter, view })}
          target="_blank"
          rel="noopener"
        >
          {t('share:embed.open', { brand })}
        </a>
      </div>
      <section ref={container} className={classes.canvas} aria-label={t('map:mapLabel')} />
      <div className={classes.zoom}>
        <button type="button" aria-label={t('map:zoomIn')} onClick={() => map?.zoomBy(1)}>
          <Icon name="plus" size={22} />
        </button>
        <button type="button" aria-label={t('map:zoomOut')} onClick={() => map?.zoomBy(-1)}>
          <Icon name="minus" size={22} />
        </button>
      </div>
      {heldBack ? <GestureHint key={heldBack.at} gesture={heldBack.gesture} /> : null}
      <MapNotes basemap={basemap} tiles={tiles} />
      {pressed.length > 0 ? (
        <EmbedLetterbox ids={pressed} items={items.data ?? []} onClose={() => setPressed([])} />
      ) : null}
    </main>
  )
}
