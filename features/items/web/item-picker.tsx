import { useState } from 'react'
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
  const result = useItemSearch()(items, text)
  const [only, another] = result.items
  return (
    <div className={classes.picker}>
      <ItemSearchField
        value={text}
        onChange={setText}
        resultCount={result.items.length}
        onEnter={() => {
          // Pressed twice it takes nothing back.
          if (only && !another && !selected.includes(only.id)) onToggle(only.id)
        }}
      />
      <SearchedGrid
        all={items}
        result={result}
        text={text}
        selected={selected}
        onPick={onToggle}
        onShowAll={() => setText('')}
      />
    </div>
  )
}
