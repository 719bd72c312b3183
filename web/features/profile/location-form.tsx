import { type Position, positionSchema } from '@letterlend/contract/geography.ts'
import { type ReactNode, useState } from 'react'
import { useDraft, writeDraft } from '../../data/draft.ts'
import {
  type GeocodableAddress,
  useGeocoding,
  useUpdateLocation,
} from '../../data/own-letterbox.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import forms from '../../ui/form.module.css'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import classes from './location-form.module.css'

export interface LocationPickerProps {
  value: Position | null
  approximate: boolean
  onChange: (position: Position) => void
}

interface LocationFormProps {
  /** Where a spot that is not saved yet is kept. */
  draft: string
  address: GeocodableAddress
  /** The spot as saved; null sends the form to look the address up. */
  saved: Position | null
  /** The map with its marker; it comes from the map feature. */
  picker: (props: LocationPickerProps) => ReactNode
  submitLabel: string
  onSaved: () => void
  back?: ReactNode
}

/** The spot on the map: found by the address, then moved until it is right. */
export function LocationForm({ draft, ...props }: LocationFormProps) {
  const { t } = useTranslation('profile')
  const { ofError, ofKey } = useErrorText()
  const [lookUp, setLookUp] = useState(props.saved === null)
  const [moved, setMoved] = useDraft<Position | null>(draft, null, positionSchema)
  const [missing, setMissing] = useState(false)
  const geocoding = useGeocoding(props.address, lookUp)
  const update = useUpdateLocation()

  const found = lookUp && geocoding.data ? geocoding.data : null
  const value = moved ?? found ?? props.saved
  const approximate = moved === null && found?.location_type === 'APPROXIMATE'
  const searching = lookUp && geocoding.isPending

  const save = () => {
    setMissing(value === null)
    if (!value) return
    const { latitude, longitude } = value
    update.mutate(
      { latitude, longitude },
      {
        onSuccess: () => {
          writeDraft(draft, null)
          props.onSaved()
        },
      },
    )
  }

  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {searching ? null : (
        <LocationHint
          address={props.address}
          approximate={approximate}
          unknown={value === null}
          failed={geocoding.isError}
        />
      )}
      <div className={classes.map}>
        {searching ? (
          <SkeletonList rows={1} rowHeight={420} />
        ) : (
          props.picker({
            value: value ? { latitude: value.latitude, longitude: value.longitude } : null,
            approximate,
            onChange: (position) => {
              setMoved(position)
              setMissing(false)
            },
          })
        )}
      </div>
      {missing ? <Notice kind="error">{ofKey('errors.validation.location')}</Notice> : null}
      {update.isError ? <Notice kind="error">{ofError(update.error)}</Notice> : null}
      {lookUp ? null : (
        <AppButton
          tone="quiet"
          onClick={() => {
            setMoved(null)
            setLookUp(true)
          }}
        >
          {t('location.lookUp')}
        </AppButton>
      )}
      <div className={forms.actions}>
        {props.back}
        <AppButton type="submit" loading={update.isPending} disabled={searching}>
          {props.submitLabel}
        </AppButton>
      </div>
    </form>
  )
}

interface LocationHintProps {
  address: GeocodableAddress
  approximate: boolean
  unknown: boolean
  failed: boolean
}

function LocationHint({ address, approximate, unknown, failed }: LocationHintProps) {
  const { t } = useTranslation('profile')
  const place = `${address.address}, ${address.postcode} ${address.city}`
  if (unknown || failed) return <Notice>{t('location.notFound', { place })}</Notice>
  if (approximate) return <Notice>{t('location.approximate', { city: address.city })}</Notice>
  return <p className={forms.hint}>{t('location.hint')}</p>
}
