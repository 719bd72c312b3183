import { useId } from 'react'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import type { Item, StickerMatch } from '../contract.ts'
import { itemName } from './data/items.ts'
import classes from './sticker-chips.module.css'
import { StickerImage } from './sticker-image.tsx'

interface StickerChipsProps {
  /** The stickers searched for, in the order in which they were picked. */
  items: Item[]
  match: StickerMatch
  onRemove: (id: number) => void
  /** Null if the filter has no room for another sticker. */
  onAdd: (() => void) | null
  onMatch: (match: StickerMatch) => void
}

/** The stickers of the current filter, each with a button to remove it, and a button to add one. */
export function StickerChips({ items, match, onRemove, onAdd, onMatch }: StickerChipsProps) {
  const { t } = useTranslation('items')
  const name = useId()
  return (
    <div className={classes.root}>
      <ul className={classes.chips} aria-label={t('chips.label')}>
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={classes.chip}
              aria-label={t('chips.remove', { name: itemName(item, currentLanguage()) })}
              onClick={() => onRemove(item.id)}
            >
              <StickerImage imagePath={item.image_path} name="" size={36} />
              {itemName(item, currentLanguage())}
              <Icon name="close" size={18} />
            </button>
          </li>
        ))}
        {onAdd ? (
          <li>
            <button type="button" className={classes.add} onClick={onAdd}>
              <Icon name="plus" size={20} />
              <span className="visually-hidden-on-phone">{t('chips.add')}</span>
            </button>
          </li>
        ) : null}
      </ul>
      {items.length > 1 ? (
        <fieldset className={classes.match}>
          {/* On a phone the legend is hidden visually, so that the chips stay on one line. */}
          <legend className={`${classes.legend} visually-hidden-on-phone`}>
            {t('chips.match')}
          </legend>
          {(['any', 'all'] as const).map((one) => (
            <label key={one} className={classes.choice}>
              <input
                type="radio"
                name={name}
                checked={match === one}
                onChange={() => onMatch(one)}
              />
              {t(`chips.${one}`)}
            </label>
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}
