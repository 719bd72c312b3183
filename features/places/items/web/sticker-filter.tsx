import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import type { Item } from '../contract.ts'
import classes from './item-picker.module.css'
import { ItemSearchField } from './item-search-field.tsx'
import { SearchedGrid } from './searched-grid.tsx'
import { useItemSearch } from './use-item-search.ts'

interface StickerFilterProps {
  items: Item[] | undefined
  /** Error text if the stickers could not be loaded. */
  error: string | null
  onRetry: () => void
  counts: ReadonlyMap<number, number> | null
  /** The stickers already picked, if this adds another one. */
  selected: readonly number[] | undefined
  onPick: (id: number) => void
}

/** "What do you need?": the user picks one sticker, and the map shows the letterboxes that have it. */
export function StickerFilter({ items: arrived, error, onRetry, ...grid }: StickerFilterProps) {
  const { t } = useTranslation('items')
  const [text, setText] = useState('')
  const search = useItemSearch()
  // Deferred: rendering a hundred stickers at once would block a slow phone for a third of a second. The text field
  // updates before the stickers.
  const items = useDeferredValue(arrived)
  const searchedText = useDeferredValue(text)
  const result = useMemo(
    () => (items ? search(items, searchedText) : null),
    [items, search, searchedText],
  )
  const showAll = useCallback(() => setText(''), [])
  if (error) {
    return (
      <EmptyState
        title={t('loadFailed')}
        body={error}
        action={
          <AppButton tone="secondary" onClick={onRetry}>
            {t('retry')}
          </AppButton>
        }
      />
    )
  }
  if (!items || !result) return <SkeletonList rows={6} rowHeight={96} />
  return (
    <div className={classes.picker}>
      <ItemSearchField
        value={text}
        onChange={setText}
        resultCount={result.items.length}
        onEnter={() => {
          const [only, another] = search(items, text).items
          if (only && !another) grid.onPick(only.id)
        }}
      />
      <SearchedGrid {...grid} all={items} result={result} text={searchedText} onShowAll={showAll} />
    </div>
  )
}
