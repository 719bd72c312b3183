import { lazy, Suspense } from 'react'
import { type OutlinePicker as Picker, RolesScreen } from '#features/people/roles/web/door.ts'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'

const LazyPicker = lazy(() =>
  import('#features/places/map/web/picker/outline-picker.tsx').then((m) => ({
    default: m.OutlinePicker,
  })),
)

const OutlinePicker: Picker = (props) => (
  <Suspense fallback={<SkeletonList rows={1} rowHeight={480} />}>
    <LazyPicker {...props} />
  </Suspense>
)

/** Who may do what and where, with the map on which areas are drawn. */
export function RolesPage() {
  return <RolesScreen outlinePicker={OutlinePicker} />
}
