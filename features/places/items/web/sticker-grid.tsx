import { useId } from 'react'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import type { Item } from '../contract.ts'
import type { ItemCategory } from '../item-categories.ts'
import { itemName } from './data/items.ts'
import { HyphenatedName } from './hyphenated-name.tsx'
import { groupByCategory } from './item-search.ts'
import classes from './sticker-grid.module.css'
import { StickerImage } from './sticker-image.tsx'

interface StickerGridProps {
  items: Item[]
  /** With it the stickers are switches that are on or off; without it they are buttons. */
  selected?: readonly number[] | undefined
  /** Letterboxes in view, by sticker; null until they are counted. Without it no numbers stand. */
  counts?: ReadonlyMap<number, number> | null | undefined
  /** In the order given instead of by category. */
  flat?: boolean
  onPick: (id: number) => void
}

/** Stickers to press, each with its name below; the name is also the tooltip. */
export function StickerGrid({ flat = false, ...props }: StickerGridProps) {
  if (flat) return <Stickers {...props} />
  return (
    <div className={classes.groups}>
      {groupByCategory(props.items).map((group) => (
        <Group key={group.category} {...props} {...group} />
      ))}
    </div>
  )
}

interface GroupProps extends Omit<StickerGridProps, 'flat'> {
  category: ItemCategory
}

function Group({ category, ...stickers }: GroupProps) {
  const { t } = useTranslation('items')
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.category}>
        {t(`category.${category}`)}
      </h3>
      <Stickers {...stickers} />
    </section>
  )
}

function Stickers({ items, selected, counts, onPick }: Omit<StickerGridProps, 'flat'>) {
  const { t } = useTranslation('items')
  const id = useId()
  const language = currentLanguage()
  return (
    <ul className={classes.grid}>
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            className={classes.sticker}
            data-sticker={item.id}
            title={itemName(item, language)}
            aria-pressed={selected ? selected.includes(item.id) : undefined}
            aria-describedby={counts ? `${id}${item.id}` : undefined}
            data-nobody={(counts && !counts.has(item.id)) || undefined}
            onClick={() => onPick(item.id)}
          >
            <StickerImage imagePath={item.image_path} name="" size={60} />
            <span className={classes.name} lang={language}>
              <HyphenatedName name={itemName(item, language)} />
            </span>
            {counts === undefined ? null : (
              <span id={`${id}${item.id}`} className={classes.count} aria-hidden="true">
                {counts && t('here', { number: counts.get(item.id) ?? 0 })}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
