import type { Place } from '@letterlend/contract/geocoding.ts'
import type { Position } from '@letterlend/contract/geography.ts'
import type { Item } from '@letterlend/contract/items.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useId, useState } from 'react'
import { usePlaceSearch } from '../../data/map.ts'
import { useTranslation } from '../../start/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { StickerImage } from '../../ui/sticker-image.tsx'
import classes from './map-search.module.css'

const PLACE_ZOOMS = { ROOFTOP: 19, STREET: 17, APPROXIMATE: 14 } as const
const MOST_STICKERS = 3
const MOST_PLACES = 5

export interface FoundSticker {
  item: Item
  name: string
  /** Only nearly what was typed. */
  guessed: boolean
}

interface MapSearchProps {
  id: string
  near: Position
  searchStickers: (text: string) => FoundSticker[]
  onPickSticker: (id: number) => void
  onPickPlace: (position: Position, zoom: number) => void
}

type Option =
  | { key: string; label: string; sticker: Item }
  | { key: string; label: string; place: Place }

/** One field for "where" and "what": suggests places and stickers (an ARIA combobox). */
export function MapSearch(props: MapSearchProps) {
  const { t } = useTranslation('map')
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const listId = useId()
  const { options, searching, failed } = useOptions(text, props)
  const shown = open && text.trim().length >= 2

  const choose = (option: Option) => {
    setText(option.label)
    setOpen(false)
    setActive(-1)
    if ('sticker' in option) props.onPickSticker(option.sticker.id)
    else props.onPickPlace(option.place, PLACE_ZOOMS[option.place.location_type])
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      const count = options.length
      if (count > 0) setActive((active + step + count + (active < 0 && step < 0 ? 1 : 0)) % count)
    } else if (event.key === 'Enter') {
      const option = options[active] ?? options[0]
      if (shown && option) choose(option)
    } else if (event.key === 'Escape') {
      if (shown) setOpen(false)
      else setText('')
      setActive(-1)
    }
  }

  return (
    <div className={classes.search}>
      <Icon name="search" size={22} className={classes.icon} />
      <input
        id={props.id}
        className={classes.input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={t('search.placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setOpen(true)
          setActive(-1)
        }}
        onFocus={() => setOpen(true)}
        // Pressing a suggestion leaves the focus in the field.
        onBlur={() => setOpen(false)}
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
          <Icon name="close" size={20} />
        </button>
      ) : null}
      <div className={classes.popup} hidden={!shown}>
        <div role="listbox" id={listId} aria-label={t('search.label')} className={classes.list}>
          {options.map((option, i) => (
            <div
              key={option.key}
              id={`${listId}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === active}
              className={classes.option}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
              onKeyDown={onKeyDown}
            >
              {'sticker' in option ? (
                <StickerImage imagePath={option.sticker.image_path} name="" size={34} />
              ) : (
                <Icon name="mapMarker" className={classes.pin} />
              )}
              {option.label}
            </div>
          ))}
        </div>
        {options.length === 0 ? (
          <p className={classes.none}>
            {t(searching ? 'search.searching' : failed ? 'search.failed' : 'search.none')}
          </p>
        ) : null}
      </div>
      <span role="status" className="visually-hidden">
        {shown && !searching ? t('search.found', { count: options.length }) : ''}
      </span>
    </div>
  )
}

function useOptions(text: string, { near, searchStickers }: MapSearchProps) {
  const [typed] = useDebouncedValue(text, 200)
  const places = usePlaceSearch(typed, near)
  const waiting = typed !== text || places.isFetching
  const stickers = text.trim().length >= 2 ? searchStickers(text).slice(0, MOST_STICKERS) : []
  const suggested = stickers.map(({ item, name }) => ({
    key: `s${item.id}`,
    label: name,
    sticker: item,
  }))
  const named = (typed.trim().length >= 2 ? (places.data ?? []) : [])
    .slice(0, MOST_PLACES)
    .map((place, i) => ({ key: `p${i}`, label: place.label, place }))
  // A place of that name is meant rather than a sticker of nearly that name.
  const options: Option[] = stickers[0]?.guessed
    ? [...named, ...suggested]
    : [...suggested, ...named]
  return { options, searching: waiting, failed: places.isError }
}
