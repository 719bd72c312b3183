import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Item } from '../contract.ts'
import classes from './item-picker.module.css'
import { ItemSearchField } from './item-search-field.tsx'
import { SearchedGrid } from './searched-grid.tsx'
import { useItemSearch } from './use-item-search.ts'

interface ItemPickerProps {
  items: Item[]
  /** Ids of the items that are switched on. */
  selected: number[]
  onToggle: (id: number) => void
}

/** Chooses any number of stickers, found by category or by typing. */
export function ItemPicker({ items, selected, onToggle }: ItemPickerProps) {
  const [text, setText] = useState('')
  const search = useItemSearch()
  // The field shows each letter before the stickers follow.
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
          // Pressed twice it takes nothing back.
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
