import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  borrowRefusal,
  takePendingBorrow,
} from '#features/lending/conversations/requests/web/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { fetchItems, useItems } from '#features/places/items/web/data/door.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { useFeedLinks } from '#features/places/letterboxes/news/web/data/door.ts'
import { SEARCH_FIELD_ID, SHOW_AROUND, useMapSettings } from '#features/places/map/web/data/door.ts'
import { MapScreen, sharedPainter } from '#features/places/map/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { ShellEnd } from '../../layout/shell-end.tsx'
import classes from './map-page.module.css'
import { MapPagePanel } from './map-page-panel.tsx'
import { useMapPage } from './use-map-page.ts'

const WaitOffer = lazy(() =>
  import('#features/lending/waits/web/wait-offer.tsx').then((m) => ({ default: m.WaitOffer })),
)
const BorrowModal = lazy(() =>
  import('#features/lending/conversations/requests/web/borrow-modal.tsx').then((m) => ({
    default: m.BorrowModal,
  })),
)

const LetterboxReport = lazy(() =>
  import('#features/community/moderation/web/letterbox-report.tsx').then((m) => ({
    default: m.LetterboxReport,
  })),
)

// These parts appear by themselves: if their code fails to load, the screen must stay usable.
const Tours = lazy(() =>
  import('#features/people/accounts/tours/web/tours.tsx')
    .then((m) => ({ default: m.Tours }))
    .catch(() => ({ default: () => null })),
)

interface Borrowing {
  letterbox: Letterbox
  itemId: number | null
}

/** Loads while the screen is rendering and a slow network would be idle. */
export function fetchAhead(): void {
  sharedPainter()
  void fetchItems()
}

/** The main screen: filter, nearby list and letterbox beside the map. */
export function MapPage() {
  const settings = useMapSettings()
  // The map needs its layers; its background is shown at once.
  return settings ? <LoadedMapPage {...settings} /> : <div className={classes.paper} />
}

function LoadedMapPage(settings: NonNullable<ReturnType<typeof useMapSettings>>) {
  const items = useItems()
  const page = useMapPage(settings, items.data)
  const { state, dispatch } = page
  const [borrowing, setBorrowing] = useState<Borrowing | null>(null)
  const [borrowOpened, setBorrowOpened] = useState(false)
  const [reported, setReported] = useState<Letterbox | null>(null)
  const [reportOpened, setReportOpened] = useState(false)
  const [request, setRequest] = useState<{ letterboxId: string; notice: ReactNode } | null>(null)
  const { letterbox, viewer, seen } = page
  useFeedLinks(seen)

  // After logging in, the user returns to the item that they wanted to ask for.
  useEffect(() => {
    const pending = letterbox && viewer.loggedIn ? takePendingBorrow(letterbox.id) : null
    if (!letterbox || !pending) return
    setBorrowing({ letterbox, itemId: pending.itemId })
    setBorrowOpened(true)
  }, [letterbox, viewer.loggedIn])

  return (
    <>
      <ShellEnd />
      <MapScreen
        {...page.map}
        layers={settings.layers}
        searchId={SEARCH_FIELD_ID}
        filterOpen={state.panel === 'FilterLetterboxes'}
        onToggleFilter={() =>
          dispatch({ type: state.panel === 'FilterLetterboxes' ? 'close' : 'openFilter' })
        }
        onClose={state.panel === 'None' ? undefined : () => dispatch({ type: 'close' })}
        onPickSticker={(stickerId) => dispatch({ type: 'pickSticker', stickerId })}
        onMessagingOnly={(messagingOnly) => dispatch({ type: 'setMessagingOnly', messagingOnly })}
      >
        <MapPagePanel
          page={page}
          items={items}
          notice={request && request.letterboxId === state.letterboxId ? request.notice : null}
          onBorrow={(letterbox, itemId) => {
            setBorrowing({ letterbox, itemId })
            setBorrowOpened(true)
          }}
          onReport={(letterbox) => {
            setReported(letterbox)
            setReportOpened(true)
          }}
        />
      </MapScreen>
      <PageTours page={page} asking={borrowOpened} dialog={borrowOpened || reportOpened} />
      <Suspense>
        {borrowing ? (
          <BorrowModal
            {...borrowing}
            days={page.free}
            opened={borrowOpened}
            onClose={() => setBorrowOpened(false)}
            onSent={(notice) => setRequest({ letterboxId: borrowing.letterbox.id, notice })}
            whenOutOfReach={(item, { email_confirmed }) => (
              <WaitOffer
                letterboxId={borrowing.letterbox.id}
                item={item}
                why="outOfReach"
                confirmed={email_confirmed}
              />
            )}
          />
        ) : null}
        {reported ? (
          <LetterboxReport
            key={reported.id}
            letterbox={reported}
            opened={reportOpened}
            onClose={() => setReportOpened(false)}
          />
        ) : null}
      </Suspense>
    </>
  )
}

interface PageToursProps {
  page: ReturnType<typeof useMapPage>
  /** The borrow dialog is open or loading; or any dialog is open. */
  asking: boolean
  dialog: boolean
}

/** Loads the code of the tours for users who have not seen one of them yet. */
function PageTours({ page, asking, dialog }: PageToursProps) {
  const { user } = useSession()
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const [again] = useState(() => Object(state).showAround === SHOW_AROUND.showAround)
  const settings = user?.user_settings
  if (!settings) return null
  if (!again && settings.tour_map_seen && settings.tour_letterbox_seen) return null
  const { letterbox, letterboxId } = page
  const open = letterbox && letterbox.id === letterboxId ? letterbox : null
  const refusal = open && borrowRefusal(open, user)
  return (
    <Suspense>
      <Tours
        settings={settings}
        again={again}
        letterboxOpen={letterboxId !== null}
        asking={asking}
        mayAsk={refusal === null}
        canBorrow={open !== null && (refusal === null || refusal === 'unconfirmed')}
        waiting={dialog || (letterboxId !== null && open === null)}
        onAdvance={() => {
          if (pathname !== paths.home()) navigate(paths.home())
        }}
      />
    </Suspense>
  )
}
