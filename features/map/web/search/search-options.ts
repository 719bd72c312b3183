import { useDebouncedValue } from '@mantine/hooks'
import { useDeferredValue, useMemo } from 'react'
import type { Place } from '#features/geocoding/contract.ts'
import type { Item } from '#features/items/contract.ts'
import { type HouseFound, useLetterboxesAt } from '#features/letterboxes/web/data/door.ts'
import type { Position } from '#platform/shared/geography.ts'
import { usePlaceSearch } from '../data/map.ts'

const MOST_STICKERS = 3
const MOST_PLACES = 5
const MOST_HOUSES = 5
/** With fewer letters nothing is suggested. */
export const LEAST_LETTERS = 2

export interface FoundSticker {
  item: Item
  name: string
  /** Only nearly what was typed. */
  guessed: boolean
}

export type SearchOption =
  | { key: string; label: string; sticker: Item }
  | { key: string; label: string; place: Place }
  | { key: string; label: string; house: HouseFound }

interface SearchSources {
  near: Position
  /** The same function while its results are the same. */
  searchStickers: (text: string) => FoundSticker[]
}

/** Letterboxes, stickers and places that match the typed text. */
export function useSearchOptions(text: string, { near, searchStickers }: SearchSources) {
  const [debouncedText] = useDebouncedValue(text, 200)
  const places = usePlaceSearch(debouncedText, near)
  const letterboxes = useLetterboxesAt(debouncedText, near)
  const isWaiting = debouncedText !== text || places.isFetching || letterboxes.isFetching
  // The field shows each letter before the stickers follow.
  const searchedText = useDeferredValue(text)
  const stickers = useMemo(
    () =>
      searchedText.trim().length >= LEAST_LETTERS
        ? searchStickers(searchedText).slice(0, MOST_STICKERS)
        : [],
    [searchStickers, searchedText],
  )
  const stickerOptions = stickers.map(({ item, name }) => ({
    key: `s${item.id}`,
    label: name,
    sticker: item,
  }))
  const houses = (letterboxes.data ?? [])
    .slice(0, MOST_HOUSES)
    .map((house, i) => ({ key: `h${i}`, label: house.label, house }))
  const placeOptions = (debouncedText.trim().length >= LEAST_LETTERS ? (places.data ?? []) : [])
    // Where the letterbox itself was found, the middle of its street or town is of no use.
    .filter(({ location_type }) => houses.length === 0 || location_type === 'ROOFTOP')
    .slice(0, MOST_PLACES)
    .map((place, i) => ({ key: `p${i}`, label: place.label, place }))
  // Where a place has exactly this name, no sticker with a similar name is suggested.
  const isNamed = placeOptions.some(({ place }) => place.named)
  const guessed = isNamed || isWaiting ? [] : stickerOptions
  const options: SearchOption[] = stickers[0]?.guessed
    ? [...placeOptions, ...guessed]
    : [...stickerOptions, ...placeOptions]
  return { options: [...houses, ...options], searching: isWaiting, failed: places.isError }
}
