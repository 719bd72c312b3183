import { type ReactNode, useState } from 'react'
import {
  findAddress,
  type GeocodableAddress,
  isSpotElsewhere,
  useGeocoding,
  useUpdateLocation,
} from '#features/places/letterboxes/web/data/door.ts'
import { type Position, positionSchema } from '#platform/shared/geography.ts'
import { readDraft, writeDraft } from '#platform/web/data/draft.ts'
import type { DraftOfForm } from '#platform/web/data/offered-draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { WithOfferedDraft } from '#platform/web/ui/offered-draft.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './location-form.module.css'
import { LocationHint } from './location-hint.tsx'
import { isAboutDistance, LocationQuestion, type Question } from './location-question.tsx'
import { farFrom, startingSpot } from './starting-spot.ts'
import { useGround } from './use-ground.ts'

export interface LocationPickerProps {
  value: Position | null
  approximate: boolean
  onChange: (position: Position) => void
  /** ISO code of the country the position should be in. */
  country?: string
  /** Called with whether an online map is shown, which has streets everywhere. */
  onOnline?: (online: boolean) => void
}

interface LocationFormProps {
  /** Name under which an unsaved position is stored. */
  draft: string
  address: GeocodableAddress
  /** The position confirmed for this address; null makes the form geocode the address. */
  saved: Position | null
  /** The position before the address changed. */
  old: Position | null
  /** The map with its marker, provided by the map feature. */
  picker: (props: LocationPickerProps) => ReactNode
  submitLabel: string
  onSaved: () => void
  back?: ReactNode
}

/** Position on the map: geocoded from the address, then adjusted by hand. */
export function LocationForm(props: LocationFormProps) {
  const { draft: name, saved } = props
  if (saved) {
    return (
      <WithOfferedDraft name={name} saved={saved} schema={positionSchema}>
        {(draft) => <SpotForm {...props} draft={draft} />}
      </WithOfferedDraft>
    )
  }
  // Without a saved position a draft cannot overwrite anything, so the form restores it at once.
  const draft = {
    initial: readDraft(name, positionSchema),
    change: (moved: Position) => writeDraft(name, moved),
    end: () => writeDraft(name, null),
  }
  return <SpotForm {...props} draft={draft} />
}

type SpotFormProps = Omit<LocationFormProps, 'draft'> & {
  draft: Pick<DraftOfForm<Position>, 'change' | 'end'> & { initial: Position | null }
}

/** The current position, its source, and the ways to move it. */
function useSpot({ draft, saved, old, address }: SpotFormProps) {
  const [lookUp, setLookUp] = useState(saved === null)
  const [moved, setMoved] = useState(draft.initial === saved ? null : draft.initial)
  const geocoding = useGeocoding(address, lookUp)
  const geocoded = lookUp && geocoding.data ? geocoding.data : null
  const start = startingSpot({ saved: lookUp ? null : saved, old, geocoded })
  return {
    value: moved ?? start?.position ?? null,
    source: moved === null ? (start?.source ?? null) : ('moved' as const),
    moved,
    geocoded,
    lookUp,
    searching: lookUp && geocoding.isPending,
    failed: geocoding.isError,
    move: (position: Position) => {
      setMoved(position)
      draft.change(position)
    },
    lookUpAgain: () => {
      setMoved(null)
      draft.end()
      setLookUp(true)
    },
  }
}

function SpotForm(props: SpotFormProps) {
  const { draft, address } = props
  const { t } = useTranslation('profile')
  const { ofError, ofKey } = useErrorText()
  const spot = useSpot(props)
  const { value, source, moved, geocoded, searching } = spot
  const [missing, setMissing] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const [confirming, setConfirming] = useState(false)
  const [checking, setChecking] = useState(false)
  const [online, setOnline] = useState(false)
  const update = useUpdateLocation()

  const ground = useGround(value)
  // Streets only matter if the position was not found by its house.
  const byHand = source === 'moved' || source === 'town' || source === 'old'
  const unseen = byHand && !online && ground?.streets === false

  const ask = (next: Question) => {
    setQuestion(next)
    setConfirming(true)
  }
  const send = (certain = false) => {
    if (!value) return
    setConfirming(false)
    update.mutate(
      { ...value, ...(unseen && { unseen }), ...(certain && { certain }) },
      {
        onSuccess: () => {
          draft.end()
          props.onSaved()
        },
        onError: (error) => {
          if (isSpotElsewhere(error)) ask({ about: 'elsewhere' })
        },
      },
    )
  }
  const save = async () => {
    setMissing(value === null)
    if (!value) return
    if (source === 'town' || source === 'old') return ask({ about: source })
    setChecking(true)
    const place = geocoded ?? (moved ? await findAddress(address) : null)
    setChecking(false)
    const far = farFrom(place, value)
    if (byHand && ground?.water) ask({ about: 'water' })
    else if (far) ask(far)
    else send()
  }

  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {searching ? null : <LocationHint address={address} source={source} failed={spot.failed} />}
      <div className={classes.map}>
        {searching ? (
          <SkeletonList rows={1} rowHeight={420} />
        ) : (
          props.picker({
            value,
            approximate: source === 'town',
            country: address.country,
            onChange: (position) => {
              spot.move(position)
              setMissing(false)
            },
            onOnline: setOnline,
          })
        )}
      </div>
      {unseen ? <Notice>{t('location.unseen')}</Notice> : null}
      {missing ? <Notice kind="error">{ofKey('errors.validation.location')}</Notice> : null}
      {update.isError && !isSpotElsewhere(update.error) ? (
        <Notice kind="error">{ofError(update.error)}</Notice>
      ) : null}
      {spot.lookUp ? null : (
        <AppButton tone="quiet" onClick={spot.lookUpAgain}>
          {t('location.lookUp')}
        </AppButton>
      )}
      <div className={forms.actions}>
        {props.back}
        <AppButton type="submit" loading={checking || update.isPending} disabled={searching}>
          {props.submitLabel}
        </AppButton>
      </div>
      <LocationQuestion
        opened={confirming}
        question={question}
        city={address.city}
        onConfirm={() => send(isAboutDistance(question))}
        onClose={() => setConfirming(false)}
      />
    </form>
  )
}
