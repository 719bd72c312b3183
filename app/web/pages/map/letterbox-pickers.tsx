import { lazy, Suspense } from 'react'
import type { ItemPickerProps, LocationPickerProps } from '#features/community/profile/web/door.ts'
import { useItems } from '#features/places/items/web/data/door.ts'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'

const LazyItemPicker = lazy(() =>
  import('#features/places/items/web/item-picker.tsx').then((m) => ({ default: m.ItemPicker })),
)

const LazyLocationPicker = lazy(() =>
  import('#features/places/map/web/picker/location-picker.tsx').then((m) => ({
    default: m.LocationPicker,
  })),
)

/** The map with a movable letterbox; loads the map's code. */
export function LocationPicker(props: LocationPickerProps) {
  return (
    <Suspense fallback={<SkeletonList rows={1} rowHeight={420} />}>
      <LazyLocationPicker {...props} />
    </Suspense>
  )
}

/** All available stickers; discontinued ones only if they are already chosen. */
export function ItemPicker(props: ItemPickerProps) {
  const items = useItems()
  const skeleton = <SkeletonList rows={5} rowHeight={72} />
  if (items.isPending) return skeleton
  if (items.isError) return <LoadFailure error={items.error} onRetry={() => items.refetch()} />
  const offeredItems = items.data.filter(
    ({ id, active, sticker }) => (active && sticker) || props.selected.includes(id),
  )
  return (
    <Suspense fallback={skeleton}>
      <LazyItemPicker items={offeredItems} {...props} />
    </Suspense>
  )
}
