import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { useWishedNearby } from './data/wishes.ts'
import classes from './wished-nearby.module.css'

/** Enough to encourage without asking too much. */
const MOST = 3

interface WishedNearbyProps {
  items: Item[]
  /** Items that the owner lends already need no hint. */
  selected: readonly number[]
}

/** Items that several neighbours look for; nothing if there are none. */
export function WishedNearby({ items, selected }: WishedNearbyProps) {
  const { t } = useTranslation('wishes')
  const { data } = useWishedNearby()
  const language = currentLanguage()
  const wished = (data ?? [])
    .filter(({ item_id }) => !selected.includes(item_id))
    .flatMap(({ item_id, count }) => {
      const item = items.find(({ id }) => id === item_id)
      return item ? [{ item, count }] : []
    })
    .slice(0, MOST)
  if (wished.length === 0) return null
  return (
    <section className={classes.root} aria-labelledby="wished-nearby">
      <h2 id="wished-nearby" className={classes.title}>
        {t('nearby.title')}
      </h2>
      <ul className={classes.list}>
        {wished.map(({ item, count }) => (
          <li key={item.id} className={classes.item}>
            <StickerImage imagePath={item.image_path} name="" size={40} />
            <span>
              <strong>{itemName(item, language)}</strong>
              <br />
              {t('nearby.people', { count })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
