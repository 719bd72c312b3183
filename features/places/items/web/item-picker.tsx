import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Item } from '../contract.ts'
import classes from './item-picker.module.css'
import { ItemSearchField } from './item-search-field.tsx'
import { SearchedGrid } from './searched-grid.tsx'
import { useItemSearch } from './use-item-search.ts'

interface ItemPickerProps {
  items: Item[]
  /** Ids of the selected items. */
  selected: number[]
  onToggle: (id: number) => void
}

/** Lets the user choose any number of stickers, by category or by search. */
export function ItemPicker({ items, selected, onToggle }: ItemPickerProps) {
  const [text, setText] = useState('')
  const search = useItemSearch()
  // Deferred, so that typing stays fast while the stickers update.
  const searchedText = useDeferredValue(text)
  const result = useMemo(() => search(items, searchedText), [items, search, searchedText])
  const showAll = useCallback(() => setText(''), [])
  return (
    <div className={classes.picker}>
      <ItemSearchField
        value={text}
        onChange={setText}
        resultCount={result.items.length}
        onEnter={() => {
          const [only, another] = search(items, text).items
          // A second press must not deselect the item.
          if (only && !another && !selected.includes(only.id)) onToggle(only.id)
        }}
      />
      <SearchedGrid
        all={items}
        result={result}
        text={searchedText}
        selected={selected}
        onPick={onToggle}
        onShowAll={showAll}
      />
    </div>
  )
}
