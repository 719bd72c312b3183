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
  /** With this prop the stickers are toggles; without it they are plain buttons. */
  selected?: readonly number[] | undefined
  /** Number of letterboxes in view per sticker; null until they are counted. Undefined shows no numbers. */
  counts?: ReadonlyMap<number, number> | null | undefined
  /** Keeps the given order instead of grouping by category. */
  flat?: boolean
  onPick: (id: number) => void
}

/** A grid of sticker buttons, each with its name below it; the name is also the tooltip. */
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
