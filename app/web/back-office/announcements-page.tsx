import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import {
  AnnouncementScreen,
  type AnnouncementScreenProps,
  AnnouncementsScreen,
} from '#features/community/announcements/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'

const LocationPicker = lazy(() =>
  import('#features/places/map/web/picker/location-picker.tsx').then((m) => ({
    default: m.LocationPicker,
  })),
)

const PlaceSearch = lazy(() =>
  import('#features/places/map/web/picker/place-search.tsx').then((m) => ({
    default: m.PlaceSearch,
  })),
)

/** The list of all announcements, or one announcement with the map on which its region is drawn. */
export function AnnouncementsPage() {
  const { id } = useParams()
  const { t } = useTranslation('admin-announcements')
  if (id === undefined) return <AnnouncementsScreen />
  const picker: AnnouncementScreenProps['picker'] = (props) => (
    <Suspense fallback={<SkeletonList rows={1} rowHeight={420} />}>
      <PlaceSearch label={t('form.search')} onPick={props.onChange} />
      <LocationPicker approximate markerLabel={t('form.middle')} {...props} />
    </Suspense>
  )
  return <AnnouncementScreen key={id} id={id} picker={picker} />
}
