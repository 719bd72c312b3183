import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import type { Item } from '#features/places/items/contract.ts'
import { itemName, type useItems } from '#features/places/items/web/data/door.ts'
import { StickerFilter } from '#features/places/items/web/door.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { useStickerCounts } from '#features/places/letterboxes/web/data/door.ts'
import { isAdding, type MapState } from '#features/places/map/web/data/door.ts'
import { MapPanel } from '#features/places/map/web/door.ts'
import { currentLanguage, expectTexts, useTranslation } from '#platform/web/start/texts.ts'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { useDocumentTitle } from '#platform/web/ui/words/document-title.ts'
import { useFailureText } from '#platform/web/ui/words/failure-text.ts'
import type { useMapPage } from './use-map-page.ts'

// Most visits start with the filter; the code of the other panels loads with the first step.
const NearbyPanel = lazy(() => {
  expectTexts('letterboxes')
  expectTexts('errors')
  return import('./nearby-panel.tsx').then((m) => ({ default: m.NearbyPanel }))
})
const WhenControl = lazy(() => {
  expectTexts('letterboxes')
  return import('./when-control.tsx').then((m) => ({ default: m.WhenControl }))
})
const LetterboxPanel = lazy(() => {
  expectTexts('letterboxes')
  expectTexts('errors')
  return import('./letterbox-panel.tsx').then((m) => ({ default: m.LetterboxPanel }))
})

interface MapPagePanelProps {
  page: ReturnType<typeof useMapPage>
  items: ReturnType<typeof useItems>
  onBorrow: (letterbox: Letterbox, itemId: number | null) => void
  /** Link to the conversation of the request that was just sent from here. */
  notice: ReactNode
  onReport: (letterbox: Letterbox) => void
}

/** The content of the side panel in each state. */
export function MapPagePanel(props: MapPagePanelProps) {
  const { t } = useTranslation('map')
  const { page, items, onBorrow, notice, onReport } = props
  const { state, dispatch, setCovered } = page
  const shared = {
    onCovered: setCovered,
    onClose: () => dispatch({ type: 'close' }),
  }
  const searched = searchedItems(state, items.data)
  const nearbyTitle = useNearbyTitle(state, searched)
  const overlayTitle = nameOf(page.letterbox) ?? t('panel.overlayTitle')
  const filterTitle = t(isAdding(state) ? 'panel.addTitle' : 'panel.filterTitle')
  useDocumentTitle(
    {
      None: t('title'),
      FilterLetterboxes: filterTitle,
      NearbyLetterboxes: nearbyTitle,
      LetterboxOverlay: overlayTitle,
    }[state.panel],
  )

  switch (state.panel) {
    case 'None':
      return null
    case 'FilterLetterboxes':
      return <FilterPanel {...props} {...shared} title={filterTitle} />
    case 'NearbyLetterboxes':
      return (
        <MapPanel
          {...shared}
          title={nearbyTitle}
          contentKey={`nearby ${state.stickerIds}`}
          opensAt="half"
          backLabel={t('panel.backToFilter')}
          onBack={() => dispatch({ type: 'back' })}
        >
          <Suspense fallback={<SkeletonList rows={5} rowHeight={76} />}>
            <NearbyPanel page={page} items={items.data ?? []} searched={searched} />
          </Suspense>
        </MapPanel>
      )
    case 'LetterboxOverlay':
      return (
        <MapPanel
          {...shared}
          plain
          title={overlayTitle}
          contentKey={`letterbox ${state.letterboxId}`}
          opensAt="half"
          backLabel={nearbyTitle}
          onBack={() => dispatch({ type: 'back' })}
        >
          <Suspense fallback={<SkeletonList rows={5} rowHeight={76} />}>
            <LetterboxPanel
              id={page.letterboxId}
              located={page.located}
              free={page.free}
              items={items.data ?? []}
              viewer={page.viewer}
              searched={state.stickerIds}
              onBorrow={onBorrow}
              notice={notice}
              onReport={onReport}
              onShowAround={() => dispatch({ type: 'back' })}
            />
          </Suspense>
        </MapPanel>
      )
  }
}

function nameOf(letterbox: Letterbox | undefined): string | null {
  return letterbox ? `${letterbox.address}, ${letterbox.city}` : null
}

type PanelProps = Pick<Parameters<typeof MapPanel>[0], 'title' | 'onCovered' | 'onClose'>

/** Chooses a sticker, in addition to those already chosen. */
function FilterPanel({ page, items, ...panel }: MapPagePanelProps & PanelProps) {
  const { t } = useTranslation('map')
  const ofFailure = useFailureText()
  const { state, dispatch } = page
  const counts = useStickerCounts(page.nearby)
  const adding = isAdding(state)
  const pick = useCallback(
    (stickerId: number) => dispatch({ type: adding ? 'toggleSticker' : 'pickSticker', stickerId }),
    [adding, dispatch],
  )
  return (
    <MapPanel
      title={panel.title}
      onCovered={panel.onCovered}
      onClose={panel.onClose}
      contentKey={`filter ${adding}`}
      opensAt="half"
      backLabel={t('panel.backToList')}
      onBack={adding ? () => dispatch({ type: 'back' }) : undefined}
    >
      {state.free ? (
        <Suspense>
          <WhenControl
            free={state.free}
            refused={page.refusesDays}
            onChange={(free) => dispatch({ type: 'setDays', free })}
          />
        </Suspense>
      ) : null}
      <StickerFilter
        items={items.data}
        error={items.isError ? ofFailure(items.error) : null}
        onRetry={() => items.refetch()}
        counts={counts.data ?? null}
        selected={adding ? state.stickerIds : undefined}
        onPick={pick}
      />
    </MapPanel>
  )
}

function searchedItems({ stickerIds }: MapState, items: Item[] | undefined): Item[] {
  return stickerIds.flatMap((id) => items?.find((item) => item.id === id) ?? [])
}

/** Maximum number of stickers named in the text; the chips below show the others. */
const MOST_NAMES = 3

function useNearbyTitle({ house, match }: MapState, searched: Item[]): string {
  const { t } = useTranslation('map')
  const language = currentLanguage()
  if (house) return t('panel.nearbyHouse')
  if (searched.length === 0 || searched.length > MOST_NAMES) return t('panel.nearby')
  const names = searched.map((item) => itemName(item, language))
  const type = match === 'all' ? 'conjunction' : 'disjunction'
  return t('panel.nearbyItem', { name: new Intl.ListFormat(language, { type }).format(names) })
}
