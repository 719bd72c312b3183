import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Place } from '#features/places/geocoding/contract.ts'
import type { Position } from '#platform/shared/geography.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { LEAST_LETTERS, usePlaceSearch } from '../data/map.ts'
import { PlaceDoubt } from '../search/place-doubt.tsx'
import classes from './place-search.module.css'

const MOST_PLACES = 5
/** Used if the community has set no start; no place is preferred then. */
const ANYWHERE = { latitude: 46.85, longitude: 8.2 }

interface PlaceSearchProps {
  label: string
  /** Places near it come first; defaults to the community's position. */
  near?: Position | null
  onPick: (position: Position, place: Place) => void
}

/** Searches places, streets and houses by name, beside a map on which the user chooses a spot. */
export function PlaceSearch({ label, near: given, onPick }: PlaceSearchProps) {
  const { t } = useTranslation('map')
  const start = useConfig()?.map_start ?? ANYWHERE
  const near = given ?? start
  const [text, setText] = useState('')
  /** Label of the chosen place, so that it is not searched again. */
  const [pickedLabel, setPickedLabel] = useState<string | null>(null)
  const [debouncedText] = useDebouncedValue(text, 200)
  const isLooking = text !== pickedLabel && debouncedText.trim().length >= LEAST_LETTERS
  const search = usePlaceSearch(isLooking ? debouncedText : '', near)
  const places = isLooking ? (search.data ?? []).slice(0, MOST_PLACES) : []
  const pick = (place: (typeof places)[number]) => {
    setText(place.label)
    setPickedLabel(place.label)
    onPick({ latitude: place.latitude, longitude: place.longitude }, place)
  }
  const isEmpty = isLooking && !search.isFetching && places.length === 0
  return (
    <div className={classes.search}>
      <TextField
        label={label}
        placeholder={label}
        value={text}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The field is inside a form, which Enter must not submit.
          event.preventDefault()
          if (places[0]) pick(places[0])
        }}
      />
      <div role="status">
        {isEmpty ? <p>{t(search.isError ? 'search.failed' : 'search.none')}</p> : null}
        {places.length > 0 ? (
          <ul className={classes.places}>
            {places.map((place, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two places may have one name
              <li key={index}>
                <AppButton tone="quiet" onClick={() => pick(place)}>
                  {place.label}
                </AppButton>
                <PlaceDoubt place={place} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  )
}
