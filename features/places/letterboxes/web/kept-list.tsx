import type { Position } from '#platform/shared/geography.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { LetterboxMarkerImage } from '#platform/web/ui/artwork/letterbox-marker-image.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { formatDistance } from '#platform/web/ui/words/distance.ts'
import type { MarkedLetterbox } from '../marked-letterbox.ts'
import type { KeptLetterbox, KeptNearby } from './data/nearby-letterboxes.ts'
import classes from './nearby-list.module.css'
import { usePointing } from './use-pointing.ts'

interface RowEvents {
  /** Moves the map so that it shows these positions. */
  onShowOnMap: (positions: Position[]) => void
  onHover: (letterbox: MarkedLetterbox | null) => void
}

interface KeptListProps extends KeptNearby, RowEvents {
  /** The letterboxes that the map highlights. */
  pointed: readonly string[]
}

/** The offline list: letterboxes from the cached map, and its age. */
export function KeptList({ kept, letterboxes, pointed, onShowOnMap, onHover }: KeptListProps) {
  const { t } = useTranslation(['letterboxes', 'map'])
  const time = timeInWords(kept.given)
  return (
    <>
      <p className={classes.kept} role="status">
        {t(kept.isAsked ? 'letterboxes:nearby.kept' : 'letterboxes:nearby.keptAll', { time })}
      </p>
      <ul className={classes.list}>
        {letterboxes.map((letterbox) => (
          <KeptRow
            key={letterbox.id}
            letterbox={letterbox}
            pointed={pointed.includes(letterbox.id)}
            onShowOnMap={onShowOnMap}
            onHover={onHover}
          />
        ))}
      </ul>
    </>
  )
}

interface KeptRowProps extends RowEvents {
  letterbox: KeptLetterbox
  pointed: boolean
}

function KeptRow({ letterbox, pointed, onShowOnMap, onHover }: KeptRowProps) {
  const { t } = useTranslation(['letterboxes', 'map'])
  const name = t(`map:marker.${letterbox.kind}`)
  const pointing = usePointing(letterbox, pointed, onHover)
  return (
    <li className={classes.item}>
      <button
        type="button"
        className={classes.row}
        onClick={() => onShowOnMap([letterbox])}
        {...pointing}
      >
        <span className={classes.marker}>
          <LetterboxMarkerImage
            kind={letterbox.kind}
            faded={letterbox.silent ?? false}
            height={46}
          />
        </span>
        <span className={classes.text}>
          <span className={classes.address}>
            {formatDistance(letterbox.distance, currentLanguage())}
          </span>
          <span className={classes.place}>
            {letterbox.silent ? t('map:marker.silent', { marker: name }) : name}
          </span>
        </span>
        <span className="visually-hidden">{t('letterboxes:nearby.showOnMap')}</span>
        <span className={classes.visit} title={t('letterboxes:nearby.showOnMap')}>
          <Icon name="map" />
        </span>
      </button>
    </li>
  )
}
