import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { useResellers } from '#features/places/letterboxes/web/data/door.ts'
import { ResellerCard, ResellerList } from '#features/places/letterboxes/web/door.ts'
import { useMapSettings } from '#features/places/map/web/data/door.ts'
import { ResellerScreen } from '#features/places/map/web/door.ts'
import type { Position } from '#platform/shared/geography.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useDocumentTitle } from '#platform/web/ui/words/document-title.ts'
import classes from './resellers-page.module.css'
import { useFirst, useMarked, useSelected } from './use-resellers-page.ts'

const LIST_WIDTH = 456
const NONE: Letterbox[] = []

/** Where stickers are sold: a full-window map and a list. */
export function ResellersPage() {
  // Includes the popup's texts: if they loaded later, the map would be hidden meanwhile and measure itself as empty.
  const { t } = useTranslation(['resellers', 'letterboxes'])
  useDocumentTitle(t('title'))
  const settings = useMapSettings()
  return settings ? <LoadedResellersPage {...settings} /> : <div className={classes.paper} />
}

function LoadedResellersPage({ layers, start }: NonNullable<ReturnType<typeof useMapSettings>>) {
  const [centre, setCentre] = useState(start)
  const [located, setLocated] = useState<Position | null>(null)
  // The starting point of the list, whose order stays the same while the map moves.
  const [listedFrom, setListedFrom] = useState<Position | null>(null)
  const isListed = listedFrom !== null
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
      fromList={pickedInList ? { covered: isListed ? LIST_WIDTH : 0 } : undefined}
      card={reseller ? <ResellerCard reseller={reseller} onClose={() => select(null)} /> : null}
    >
      <ResellersPanel
        count={resellers.length}
        listed={isListed}
        onToggle={() => setListedFrom(isListed ? null : (located ?? centre))}
      >
        {isError ? <LoadFailure error={error} onRetry={() => refetch()} /> : null}
        {data?.total === 0 ? <NoResellers /> : null}
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
      </ResellersPanel>
    </ResellerScreen>
  )
}

interface ResellersPanelProps {
  count: number
  listed: boolean
  onToggle: () => void
  children: ReactNode
}

/** The bar above the list: back link, title, and the switch between map and list. */
function ResellersPanel({ count, listed, onToggle, children }: ResellersPanelProps) {
  const { t } = useTranslation('resellers')
  return (
    <div className={classes.panel} data-open={listed || undefined}>
      <Link to={paths.map()} className={classes.back}>
        <Icon name="arrowLeft" size={22} />
        {t('back')}
      </Link>
      <div className={classes.head}>
        <h1 tabIndex={-1} className={classes.title}>
          {t('title')}
        </h1>
        {count > 0 ? (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={listed}
            onClick={onToggle}
          >
            {t(listed ? 'hideList' : 'showList', { count })}
          </button>
        ) : null}
      </div>
      {children}
    </div>
  )
}

function NoResellers() {
  const { t } = useTranslation('resellers')
  return (
    <EmptyState
      title={t('emptyTitle')}
      body={t('emptyBody')}
      action={
        <AppButton component={Link} to={paths.participate()} tone="secondary">
          {t('emptyAction')}
        </AppButton>
      }
    />
  )
}
