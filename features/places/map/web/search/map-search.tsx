import { useId, useState } from 'react'
import type { FoundLine } from '#features/places/letterboxes/contract.ts'
import type { FreeDays, HouseFound } from '#features/places/letterboxes/web/data/door.ts'
import type { Position } from '#platform/shared/geography.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { StartIcon } from '#platform/web/ui/start-icon.tsx'
import { LEAST_LETTERS } from '../data/map.ts'
import classes from './map-search.module.css'
import { type FoundSticker, type SearchOption, useSearchOptions } from './search-options.ts'
import { optionId, SearchSuggestions } from './search-suggestions.tsx'

const PLACE_ZOOMS = { ROOFTOP: 19, STREET: 17, APPROXIMATE: 14 } as const

interface MapSearchProps {
  id: string
  near: Position
  /** Days on which the found stickers have to be free. */
  free?: FreeDays | null | undefined
  searchStickers: (text: string) => FoundSticker[]
  nameOfSticker: (id: number) => string
  onPickSticker: (id: number) => void
  /** Called with one letterbox, or several in one house. */
  onPickHouse: (house: HouseFound) => void
  /** Called with a sticker of one letterbox. */
  onPickLine: (found: FoundLine) => void
  onPickPlace: (position: Position, zoom: number) => void
}

/** One field for "where" and "what" that suggests places and stickers (an ARIA combobox). */
export function MapSearch(props: MapSearchProps) {
  const { t } = useTranslation('map')
  const listId = useId()
  const [text, setText] = useState('')
  const { options, searching, failed } = useSearchOptions(text, props)
  const list = useList(options.length)
  const isShown = list.open && text.trim().length >= LEAST_LETTERS

  const choose = (option: SearchOption) => {
    setText(option.label)
    list.setOpen(false)
    list.setActive(-1)
    if ('house' in option) props.onPickHouse(option.house)
    else if ('sticker' in option) props.onPickSticker(option.sticker.id)
    else if ('found' in option) props.onPickLine(option.found)
    else {
      const { place } = option
      props.onPickPlace(place, place.zoom ?? PLACE_ZOOMS[place.location_type])
    }
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      list.step(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      const option = options[list.active] ?? options[0]
      if (isShown && option) choose(option)
    } else if (event.key === 'Escape') {
      // If there is nothing left to clear, Escape closes the panel.
      if (isShown || text !== '') event.preventDefault()
      if (isShown) list.setOpen(false)
      else setText('')
      list.setActive(-1)
    }
  }

  return (
    <div className={classes.search}>
      <StartIcon name="search" size={22} className={classes.icon} />
      <input
        id={props.id}
        className={classes.input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={
          isShown && list.active >= 0 ? optionId(listId, list.active) : undefined
        }
        placeholder={t('search.placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          list.setOpen(true)
          list.setActive(-1)
        }}
        onFocus={() => list.setOpen(true)}
        onBlur={() => list.setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {text ? (
        <button
          type="button"
          className={classes.clear}
          aria-label={t('search.clear')}
          onClick={() => {
            setText('')
            document.getElementById(props.id)?.focus()
          }}
        >
          <StartIcon name="close" size={20} />
        </button>
      ) : null}
      <SearchSuggestions
        listId={listId}
        shown={isShown}
        options={options}
        onKeyDown={onKeyDown}
        active={list.active}
        none={searching ? 'search.searching' : failed ? 'search.failed' : 'search.none'}
        onChoose={choose}
      />
      <span role="status" className="visually-hidden">
        {isShown && !searching ? t('search.found', { count: options.length }) : ''}
      </span>
    </div>
  )
}

/** Whether the list is open, and which option Enter takes; -1 for none. */
function useList(count: number) {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const step = (by: 1 | -1) => {
    setOpen(true)
    if (count > 0) setActive((active + by + count + (active < 0 && by < 0 ? 1 : 0)) % count)
  }
  return { open, setOpen, active, setActive, step }
}
