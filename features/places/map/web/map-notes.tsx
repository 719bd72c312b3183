import { lazy, Suspense, useState } from 'react'
import type { MapLayer } from '#platform/shared/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { StartIcon } from '#platform/web/ui/start-icon.tsx'
import type { BasemapState, LayerId } from './engine/base-layers.ts'
import type { TilesState } from './engine/tiles/letterbox-tiles.ts'
import classes from './map-notes.module.css'
import type { useLocate } from './use-locate.ts'

/** Loaded on demand, because most maps show streets. */
const StreetsOffer = lazy(() =>
  import('./streets-offer.tsx').then((m) => ({ default: m.StreetsOffer })),
)

interface MapNotesProps {
  basemap: BasemapState | null
  tiles?: TilesState
  locate?: ReturnType<typeof useLocate>
  /** The online layers; one of them is offered where the community's own streets end. */
  layers?: MapLayer[]
  onLayer?: (id: LayerId) => void
}

/** Short notes at the lower edge of a map: what is missing and what to do about it. */
export function MapNotes({ basemap, tiles, locate, layers, onLayer }: MapNotesProps) {
  const { t } = useTranslation('map')
  const [dismissed, setDismissed] = useState(false)
  const noStreets = basemap?.bundled && basemap.near && !basemap.fallback
  const street = layers?.find(({ id, url }) => id === 'street' && url !== null)
  return (
    <div className={classes.notes}>
      <div role="status" className={classes.lines}>
        {tiles?.failed ? (
          <p className={classes.note} data-kind="warning">
            <StartIcon name="warning" size={18} />
            {t('note.tilesFailed')}
          </p>
        ) : null}
        {basemap?.fallback ? (
          <p className={classes.note}>
            <StartIcon name="offline" size={18} />
            {t(
              basemap.bundled
                ? basemap.near
                  ? 'note.fallbackStreets'
                  : 'note.fallback'
                : 'note.fallbackOwn',
            )}
          </p>
        ) : null}
        {noStreets && !street ? <p className={classes.note}>{t('note.noStreets')}</p> : null}
      </div>
      {noStreets && street?.url && !dismissed ? (
        <Suspense>
          <StreetsOffer
            host={new URL(street.url).host}
            onShow={() => onLayer?.(street.id)}
            onDismiss={() => setDismissed(true)}
          />
        </Suspense>
      ) : null}
      {locate?.problem ? (
        <div role="alert" className={classes.note} data-kind="warning">
          <span>
            <strong>{t(`locateProblem.${locate.problem}.title`)}</strong>{' '}
            {t(`locateProblem.${locate.problem}.body`)}
          </span>
          <button
            type="button"
            className={classes.close}
            aria-label={t('note.dismiss')}
            onClick={locate.dismiss}
          >
            <StartIcon name="close" size={20} />
          </button>
        </div>
      ) : null}
    </div>
  )
}
