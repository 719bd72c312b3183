import { useDebouncedValue } from '@mantine/hooks'
import { useDeferredValue, useMemo } from 'react'
import type { Place } from '#features/places/geocoding/contract.ts'
import type { Item } from '#features/places/items/contract.ts'
import type { FoundLine } from '#features/places/letterboxes/contract.ts'
import { LINE_SEARCH_MIN_LENGTH } from '#features/places/letterboxes/line-limits.ts'
import {
  type FreeDays,
  type HouseFound,
  useLetterboxesAt,
  useLinesNear,
} from '#features/places/letterboxes/web/data/door.ts'
import type { Position } from '#platform/shared/geography.ts'
import { LEAST_LETTERS, usePlaceSearch } from '../data/map.ts'

const MOST_STICKERS = 3
const MOST_PLACES = 5
/** All towns of a postcode are offered. */
const POSTCODE = /^\s*(?:\p{L}{1,3}[-\s])?\d{4,5}\s*$/u
const MOST_HOUSES = 5
const MOST_LINES = 3

export interface FoundSticker {
  item: Item
  name: string
  /** Only similar to the typed text. */
  guessed: boolean
}

export type SearchOption =
  | { key: string; label: string; sticker: Item }
  | { key: string; label: string; place: Place }
  | { key: string; label: string; house: HouseFound }
  | { key: string; label: string; found: FoundLine; name: string }

interface SearchSources {
  near: Position
  /** Days on which the found stickers have to be free. */
  free?: FreeDays | null | undefined
  /** Keeps its identity while its results are the same. */
  searchStickers: (text: string) => FoundSticker[]
  nameOfSticker: (id: number) => string
}

/** Letterboxes, stickers, places and lines of stickers that match the typed text. */
export function useSearchOptions(
  text: string,
  { near, free, searchStickers, nameOfSticker }: SearchSources,
) {
  const [debouncedText] = useDebouncedValue(text, 200)
  const places = usePlaceSearch(debouncedText, near)
  const letterboxes = useLetterboxesAt(debouncedText, near)
  const lines = useLinesNear(debouncedText, near, free)
  const isWaiting =
    debouncedText !== text || places.isFetching || letterboxes.isFetching || lines.isFetching
  // Deferred, so that typing stays fast while the stickers update.
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
    // If the letterbox itself was found, the centre of its street or town is of no use.
    .filter(({ location_type }) => houses.length === 0 || location_type === 'ROOFTOP')
    .slice(0, POSTCODE.test(debouncedText) ? Number.POSITIVE_INFINITY : MOST_PLACES)
    .map((place, i) => ({ key: `p${i}`, label: place.label, place }))
  const lineOptions = (
    debouncedText.trim().length >= LINE_SEARCH_MIN_LENGTH ? (lines.data ?? []) : []
  )
    .slice(0, MOST_LINES)
    .map((found) => ({
      key: `l${found.id}-${found.item.id}`,
      label: found.line,
      found,
      name: nameOfSticker(found.item.id),
    }))
  // If a place has exactly this name, similar stickers are not suggested.
  const isNamed = placeOptions.some(({ place }) => place.named)
  const guessed = isNamed || isWaiting ? [] : stickerOptions
  const options: SearchOption[] = stickers[0]?.guessed
    ? [...placeOptions, ...lineOptions, ...guessed]
    : [...stickerOptions, ...placeOptions, ...lineOptions]
  return { options: [...houses, ...options], searching: isWaiting, failed: places.isError }
}
