import { useId } from 'react'
import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { searchItems } from '#features/places/items/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import classes from './embed-map.module.css'

interface EmbedFilterProps {
  items: Item[]
  stickerIds: readonly number[]
  /** The embedding site has fixed the filter. */
  locked: boolean
  onPick: (stickerIds: number[]) => void
}

/** The stickers that the map shows: editable or read-only. */
export function EmbedFilter({ items, stickerIds, locked, onPick }: EmbedFilterProps) {
  const { t } = useTranslation('share')
  const id = useId()
  const language = currentLanguage()
  const chosenItems = items.filter((item) => stickerIds.includes(item.id))
  const names = chosenItems.map((item) => itemName(item, language)).join(', ')
  if (locked) return names ? <p className={classes.locked}>{names}</p> : null
  // Only the URL can select several stickers; they stay one option.
  const several = stickerIds.length > 1 ? stickerIds.join(',') : null
  return (
    <div className={classes.filter}>
      <label className="visually-hidden" htmlFor={id}>
        {t('embed.filter')}
      </label>
      <select
        id={id}
        className={classes.select}
        value={stickerIds.join(',')}
        onChange={({ target }) => onPick(target.value ? target.value.split(',').map(Number) : [])}
      >
        <option value="">{t('embed.all')}</option>
        {several ? <option value={several}>{names}</option> : null}
        {searchItems(items, '', language).map((item) => (
          <option key={item.id} value={item.id}>
            {itemName(item, language)}
          </option>
        ))}
      </select>
    </div>
  )
}
