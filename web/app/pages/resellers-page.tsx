import { distanceInMetres, type Position } from '@letterlend/contract/geography.ts'
import type { Letterbox } from '@letterlend/contract/letterboxes.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useMapSettings } from '../../data/map.ts'
import { useResellers } from '../../data/resellers.ts'
import { ResellerCard, resellerName } from '../../features/letterboxes/reseller-card.tsx'
import { ResellerList } from '../../features/letterboxes/reseller-list.tsx'
import { ResellerScreen } from '../../features/map/reseller-screen.tsx'
import type { MarkedReseller } from '../../map-engine/reseller-map.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import classes from './resellers-page.module.css'

/** So many of the nearest are seen when the map opens. */
const FIRST_SEEN = 5
const LIST_WIDTH = 456
const NONE: Letterbox[] = []

/** Where stickers can be had: a map of the whole window, and the same as a list. */
export function ResellersPage() {
  const settings = useMapSettings()
  return settings ? <LoadedResellersPage {...settings} /> : <div className={classes.paper} />
}

function LoadedResellersPage({ layers, start }: NonNullable<ReturnType<typeof useMapSettings>>) {
  const { t } = useTranslation('resellers')
  const [centre, setCentre] = useState(start)
  const [located, setLocated] = useState<Position | null>(null)
  // The order stays while the map moves below the list.
  const [listedFrom, setListedFrom] = useState<Position | null>(null)
  const listed = listedFrom !== null
  const [pickedInList, setPickedInList] = useState(false)
  const phone = useMediaQuery('(max-width: 767.98px)', undefined, {
    getInitialValueInEffect: false,
  })
  const { data, isError, error, refetch } = useResellers(centre)
  const resellers = data?.letterboxes ?? NONE
  const marked = useMarked(resellers)
  const { selected, select } = useSelected()
  const reseller = resellers.find(({ id }) => id === selected)
  const first = useFirst(marked, start)

  return (
    <ResellerScreen
      layers={layers}
      start={start}
      resellers={marked}
      first={first}
      selected={reseller ? reseller.id : null}
      onSelect={(id) => {
        setPickedInList(false)
        select(id)
      }}
      onMove={setCentre}
      onLocated={setLocated}
      fromList={pickedInList ? { covered: listed ? LIST_WIDTH : 0 } : undefined}
      card={reseller ? <ResellerCard reseller={reseller} onClose={() => select(null)} /> : null}
    >
      <div className={classes.panel} data-open={listed || undefined}>
        <Link to={paths.map()} className={classes.back}>
          <Icon name="arrowLeft" size={22} />
          {t('back')}
        </Link>
        <div className={classes.head}>
          <h1 tabIndex={-1} className={classes.title}>
            {t('title')}
          </h1>
          {resellers.length > 0 ? (
            <button
              type="button"
              className={classes.toggle}
              aria-expanded={listed}
              onClick={() => setListedFrom(listed ? null : (located ?? centre))}
            >
              {t(listed ? 'hideList' : 'showList', { count: resellers.length })}
            </button>
          ) : null}
        </div>
        {isError ? <LoadFailure error={error} onRetry={() => refetch()} /> : null}
        {data?.total === 0 ? (
          <EmptyState
            title={t('emptyTitle')}
            body={t('emptyBody')}
            action={
              <AppButton component={Link} to={paths.participate()} tone="secondary">
                {t('emptyAction')}
              </AppButton>
            }
          />
        ) : null}
        {listedFrom ? (
          <div className={classes.list}>
            <ResellerList
              resellers={resellers}
              from={located ?? listedFrom}
              located={located !== null}
              selected={selected}
              onSelect={({ id }) => {
                setPickedInList(true)
                select(id)
                // There is no room for both.
                if (phone) setListedFrom(null)
              }}
            />
          </div>
        ) : null}
      </div>
    </ResellerScreen>
  )
}

function useMarked(resellers: Letterbox[]): MarkedReseller[] {
  const { t } = useTranslation('resellers')
  return useMemo(
    () =>
      resellers.map((reseller) => ({
        id: reseller.id,
        latitude: reseller.latitude,
        longitude: reseller.longitude,
        label: t('marker', { name: resellerName(reseller), city: reseller.city }),
      })),
    [resellers, t],
  )
}

/** The nearest ones to where the community's map starts; once, so that the map stays put later. */
function useFirst(marked: MarkedReseller[], start: { latitude: number; longitude: number }) {
  const first = useRef<MarkedReseller[]>([])
  if (first.current.length === 0 && marked.length > 0) {
    first.current = [...marked]
      .sort((a, b) => distanceInMetres(start, a) - distanceInMetres(start, b))
      .slice(0, FIRST_SEEN)
  }
  return first.current
}

/** Which popup is open; when it closes, the focus returns to what opened it. */
function useSelected() {
  const [selected, setSelected] = useState<string | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const select = (id: string | null) => {
    const focused = document.activeElement
    if (id !== null) {
      const inCard = focused?.closest('[role="dialog"]')
      if (!inCard) opener.current = focused instanceof HTMLElement ? focused : null
    } else if (focused?.closest('[role="dialog"]') || focused === document.body) {
      const back = opener.current?.isConnected ? opener.current : document.querySelector('h1')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    }
    setSelected(id)
  }
  return { selected, select }
}
