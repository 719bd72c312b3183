import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { AdminLetterboxRow } from '#features/places/letterboxes/contract.admin.ts'
import {
  AdminLetterboxList,
  AdminLetterboxScreen,
  StateChips,
} from '#features/places/letterboxes/web/door.ts'
import { useMapSettings } from '#features/places/map/web/data/door.ts'
import { ResellerScreen } from '#features/places/map/web/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import classes from './admin-letterboxes-page.module.css'
import { ItemPicker, LocationPicker } from './map/letterbox-pickers.tsx'

/** Letterboxes on a map of their own, with the same details as in the list. */
function LetterboxesMap({ letterboxes }: { letterboxes: AdminLetterboxRow[] }) {
  const settings = useMapSettings()
  const [selected, setSelected] = useState<string | null>(null)
  const markers = useMemo(
    () =>
      letterboxes.flatMap(({ id, latitude, longitude, address, city, role_name }) =>
        latitude === null || longitude === null
          ? []
          : [{ id, latitude, longitude, label: `${address}, ${city}`, kind: role_name }],
      ),
    [letterboxes],
  )
  const chosenLetterbox = letterboxes.find(({ id }) => id === selected)
  return (
    <div className={classes.map}>
      {settings ? (
        <ResellerScreen
          layers={settings.layers}
          start={settings.start}
          resellers={markers}
          first={markers}
          selected={chosenLetterbox ? chosenLetterbox.id : null}
          onSelect={setSelected}
          onMove={() => undefined}
          onLocated={() => undefined}
          fromList={undefined}
          card={
            chosenLetterbox ? (
              <div className={classes.card}>
                <Link to={adminPaths.screen('letterboxes', chosenLetterbox.id)}>
                  {chosenLetterbox.address}
                </Link>
                <span>
                  {chosenLetterbox.postcode} {chosenLetterbox.city}
                </span>
                <StateChips letterbox={chosenLetterbox} />
              </div>
            ) : null
          }
        >
          {null}
        </ResellerScreen>
      ) : null}
    </div>
  )
}

/** `/admin/letterboxes`: all of them, or one. */
export function AdminLetterboxesPage() {
  const { id } = useParams()
  if (id === undefined) {
    return <AdminLetterboxList map={(rows) => <LetterboxesMap letterboxes={rows} />} />
  }
  return (
    <AdminLetterboxScreen
      key={id}
      id={id}
      map={(rows) => <LetterboxesMap letterboxes={rows} />}
      itemPicker={(props) => <ItemPicker {...props} />}
      locationPicker={(props) => <LocationPicker {...props} />}
    />
  )
}
