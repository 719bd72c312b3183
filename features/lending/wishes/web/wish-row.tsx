import { WantedRow } from '#features/lending/waits/web/door.ts'
import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Wish } from '../contract.ts'
import { useCreateWish, useRemoveWish } from './data/wishes.ts'
import { RadiusField } from './radius-field.tsx'

interface WishRowProps {
  wish: Wish
  /** Undefined if its sticker no longer exists. */
  item: Item | undefined
}

/** Zooms at which a circle of 1, 5, 20 and 50 km fits on a phone. */
const ZOOMS = { 1000: 14, 5000: 12, 20000: 10, 50000: 9 } as const

/** A wish of the user, with its place and radius. */
export function WishRow({ wish, item }: WishRowProps) {
  const { t } = useTranslation('wishes')
  const { ofError } = useErrorText()
  const change = useCreateWish()
  const remove = useRemoveWish()
  const name = itemName(item, currentLanguage())
  const { id, item_id, latitude, longitude, radius, place, expires_at } = wish
  return (
    <WantedRow
      item={item}
      place={place ? t('page.around', { place }) : t('page.aroundSpot')}
      expiresAt={expires_at}
      control={
        <RadiusField
          aria-label={t('page.radius', { name })}
          value={change.isPending ? change.variables.radius : radius}
          onChange={(next) =>
            change.mutate(
              { latitude, longitude, itemId: item_id, radius: next },
              {
                onSuccess: () => showToast({ message: t('page.radiusSaved') }),
                onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
              },
            )
          }
        />
      }
      link={{
        to: paths.map({ sticker: item_id, lat: latitude, lng: longitude, z: ZOOMS[radius] }),
        text: t('page.onMap'),
        label: t('page.onMapOf', { name }),
      }}
      ending={t('page.confirmBody', { name })}
      onEnd={() => remove.mutateAsync(id)}
    />
  )
}
