import type { Place } from '#features/places/geocoding/contract.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import classes from './map-search.module.css'

/** Says which part of a typed address is unknown: its house number or its street. */
export function PlaceDoubt({ place }: { place: Place }) {
  const { t } = useTranslation('map')
  const { unknown_number: number, unknown_street: street } = place
  const words = number
    ? t('search.unknownNumber', { number })
    : street
      ? t('search.unknownStreet', { street })
      : null
  return words ? <span className={classes.beside}>{words}</span> : null
}
