import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { LetterboxMarkerImage } from '#platform/web/ui/artwork/letterbox-marker-image.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { formatDistance } from '#platform/web/ui/words/distance.ts'
import type { Letterbox, ListedLetterbox } from '../contract.ts'
import type { MarkedLetterbox } from '../marked-letterbox.ts'
import { AnswerBand } from './answer-band.tsx'
import { letterboxKind } from './data/letterbox-kind.ts'
import { LentWords } from './lent-words.tsx'
import classes from './nearby-list.module.css'
import { usePointing } from './use-pointing.ts'

const MOST_STICKERS = 4

interface NearbyRowProps {
  letterbox: ListedLetterbox
  /** Ids of the searched items, which come first. */
  searched: readonly number[]
  items: Item[]
  onOpen: (letterbox: Letterbox) => void
  onHover: (letterbox: MarkedLetterbox | null) => void
  /** Whether the map highlights this letterbox. */
  pointed: boolean
}

/** One row of the list; the whole row is a button that opens the letterbox. */
export function NearbyRow({ letterbox, searched, items, onOpen, ...props }: NearbyRowProps) {
  const { t } = useTranslation('letterboxes')
  const kind = letterboxKind(letterbox)
  const pointing = usePointing({ ...letterbox, kind }, props.pointed, props.onHover)
  const language = currentLanguage()
  const lent = [...letterbox.items].sort(
    (a, b) => Number(searched.includes(b.id)) - Number(searched.includes(a.id)),
  )
  const searchedItems = letterbox.items.filter(({ id }) => searched.includes(id))
  const names = lent
    .map(({ id }) =>
      itemName(
        items.find((item) => item.id === id),
        language,
      ),
    )
    .filter((name) => name !== '')
  return (
    <li className={classes.item}>
      <button
        type="button"
        className={classes.row}
        data-letterbox={letterbox.id}
        onClick={() => onOpen(letterbox)}
        {...pointing}
      >
        <span className={classes.marker}>
          <LetterboxMarkerImage
            kind={kind}
            faded={letterbox.silent || letterbox.taken}
            height={46}
          />
        </span>
        <span className={classes.text}>
          <span className={classes.address} translate="no">
            {letterbox.address}
          </span>
          <span className={classes.place} translate="no">
            {letterbox.distance === null ? null : (
              <span className={classes.distance}>
                {formatDistance(letterbox.distance, language)}
              </span>
            )}
            {letterbox.postcode} {letterbox.city}
          </span>
          <span className={`visually-hidden ${classes.names}`}>
            {names.length > 0 ? t('nearby.lends', { names: names.join(', ') }) : t('noItems')}
          </span>
        </span>
        <span className={classes.stickers} aria-hidden="true">
          {lent.slice(0, MOST_STICKERS).map(({ id, image_path }) => (
            <StickerImage key={id} imagePath={image_path} name="" size={34} />
          ))}
          {lent.length > MOST_STICKERS ? (
            <span className={classes.rest}>+{lent.length - MOST_STICKERS}</span>
          ) : null}
        </span>
        <span className={classes.facts}>
          {searchedItems.map(({ id, line }) =>
            line ? (
              <span key={id} className={classes.line}>
                {line}
              </span>
            ) : null,
          )}
          {letterbox.taken ? (
            <span className={classes.taken}>
              <Icon name="calendar" size={18} />
              {t('nearby.taken')}
            </span>
          ) : null}
          <AnswerBand letterbox={letterbox} />
          {/* The list shows what is free on the chosen days, whatever is lent today. */}
          {searchedItems.some(({ free }) => free !== undefined) ? null : (
            <LentWords items={searchedItems} />
          )}
        </span>
        <span className={classes.visit} title={t('nearby.visit')}>
          <Icon name="chevronRight" />
        </span>
      </button>
    </li>
  )
}
