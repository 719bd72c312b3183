import type { BasemapState } from '../../map-engine/base-layers.ts'
import type { TilesState } from '../../map-engine/letterbox-tiles.ts'
import { STREET_ZOOM } from '../../map-engine/map-limits.ts'
import { useTranslation } from '../../start/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import classes from './map-notes.module.css'
import type { useLocate } from './use-locate.ts'

interface MapNotesProps {
  basemap: BasemapState | null
  tiles?: TilesState
  zoom: number
  locate?: ReturnType<typeof useLocate>
}

/** Short lines at the lower edge of a map: what is missing and what to do about it. */
export function MapNotes({ basemap, tiles, zoom, locate }: MapNotesProps) {
  const { t } = useTranslation('map')
  const atStreets = zoom >= STREET_ZOOM
  return (
    <div className={classes.notes}>
      <div role="status" className={classes.lines}>
        {tiles?.failed ? (
          <p className={classes.note} data-kind="warning">
            <Icon name="warning" size={18} />
            {t('note.tilesFailed')}
          </p>
        ) : null}
        {basemap?.fallback ? (
          <p className={classes.note}>
            <Icon name="offline" size={18} />
            {t(
              basemap.bundled
                ? atStreets
                  ? 'note.fallbackStreets'
                  : 'note.fallback'
                : 'note.fallbackOwn',
            )}
          </p>
        ) : null}
        {basemap?.bundled && !basemap.fallback && atStreets ? (
          <p className={classes.note}>{t('note.noStreets')}</p>
        ) : null}
      </div>
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
            <Icon name="close" size={20} />
          </button>
        </div>
      ) : null}
    </div>
  )
}
