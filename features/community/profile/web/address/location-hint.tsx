import type { GeocodableAddress } from '#features/places/letterboxes/web/data/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import type { StartingSpot } from './starting-spot.ts'

interface LocationHintProps {
  address: GeocodableAddress
  /** Source of the marker's position; null without a marker. */
  source: StartingSpot['source'] | 'moved' | null
  /** Geocoding the address failed. */
  failed: boolean
}

/** Says how exact the position is, and what to do about it. */
export function LocationHint({ address, source, failed }: LocationHintProps) {
  const { t } = useTranslation('profile')
  const place = `${address.address}, ${address.postcode} ${address.city}`
  if (source === 'town') return <Notice>{t('location.approximate', { city: address.city })}</Notice>
  if (source === 'old') return <Notice>{t('location.oldSpot', { place })}</Notice>
  if (source === null || failed) return <Notice>{t('location.notFound', { place })}</Notice>
  return <p className={forms.hint}>{t('location.hint')}</p>
}
