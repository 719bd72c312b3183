import { type ComponentProps, memo } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import type { Item } from '../contract.ts'
import classes from './item-picker.module.css'
import { StickerGrid } from './sticker-grid.tsx'
import type { ItemSearch } from './use-item-search.ts'

interface SearchedGridProps extends Omit<ComponentProps<typeof StickerGrid>, 'items' | 'flat'> {
  all: Item[]
  result: ItemSearch
  /** The searched text. */
  text: string
  onShowAll: () => void
}

/**
 * The matching stickers. Without a match it shows the closest guesses and a button to show all. Memoised, because the
 * grid fills most of the screen and the map beside it moves.
 */
export const SearchedGrid = memo(function SearchedGrid({
  all,
  result,
  text,
  onShowAll,
  ...grid
}: SearchedGridProps) {
  const { t } = useTranslation('items')
  const words = text.trim()
  const nothing = result.items.length === 0
  if (!nothing && !result.guessed) {
    return <StickerGrid {...grid} items={result.items} flat={words !== ''} />
  }
  return (
    <>
      <p className={classes.none}>{t(nothing ? 'nothingFound' : 'guessed', { text: words })}</p>
      {nothing ? null : <StickerGrid {...grid} items={result.items} flat />}
      <div className={classes.rest}>
        <h3 className={classes.restTitle}>{t('allStickers')}</h3>
        <AppButton tone="quiet" onClick={onShowAll}>
          {t('clearSearch')}
        </AppButton>
      </div>
      <StickerGrid {...grid} items={all} />
    </>
  )
})
