import { lazy, Suspense } from 'react'
import type { Item } from '#features/places/items/contract.ts'
import { StickerChips } from '#features/places/items/web/door.ts'
import { FollowNews } from '#features/places/letterboxes/news/web/door.ts'
import { NearbyList } from '#features/places/letterboxes/web/door.ts'
import { MAX_STICKERS } from '#features/places/map/web/data/door.ts'
import classes from './nearby-panel.module.css'
import { useFraming } from './use-framing.ts'
import type { useMapPage } from './use-map-page.ts'
import { WhenControl } from './when-control.tsx'

const WishOffer = lazy(() =>
  import('#features/lending/wishes/web/wish-offer.tsx').then((m) => ({ default: m.WishOffer })),
)

interface NearbyPanelProps {
  page: ReturnType<typeof useMapPage>
  items: Item[]
  searched: Item[]
}

/** The search and the list of letterboxes with the items. */
export function NearbyPanel({ page, items, searched }: NearbyPanelProps) {
  const { state, dispatch, seen } = page
  useFraming({ ...page.framing, query: page.nearby })
  return (
    <>
      <div className={classes.search}>
        {searched.length > 0 ? (
          <StickerChips
            items={searched}
            match={state.match}
            onRemove={(stickerId) => dispatch({ type: 'toggleSticker', stickerId })}
            onAdd={
              state.stickerIds.length < MAX_STICKERS
                ? () => dispatch({ type: 'addStickers' })
                : null
            }
            onMatch={(match) => dispatch({ type: 'setMatch', match })}
          />
        ) : null}
        {state.house ? null : (
          <WhenControl
            free={state.free}
            refused={page.refusesDays}
            onChange={(free) => dispatch({ type: 'setDays', free })}
          />
        )}
      </div>
      <NearbyList
        query={page.nearby}
        page={state.page}
        onPage={(next) => dispatch({ type: 'turnPage', page: next })}
        items={items}
        onPreferAnswers={(preferAnswers) => dispatch({ type: 'setPreferAnswers', preferAnswers })}
        onOpen={(letterbox) => page.openFromList(letterbox.id)}
        pointed={page.pointed}
        onHover={page.setHovered}
        onShowOnMap={page.showAll}
        onAnyMessaging={
          state.messagingOnly
            ? () => dispatch({ type: 'setMessagingOnly', messagingOnly: false })
            : undefined
        }
        onAnyDay={
          page.nearby?.free && !page.nearby.free.withTaken
            ? () => dispatch({ type: 'setDays', free: null })
            : undefined
        }
        wish={(nextStep) =>
          page.nearby && !state.house && searched.length > 0 ? (
            // A boundary of its own: the rest of the panel, and the focus in it, stays while this part loads.
            <Suspense>
              <WishOffer
                items={searched}
                spot={page.nearby.origin}
                tone={nextStep ? 'primary' : 'secondary'}
              />
            </Suspense>
          ) : null
        }
        onChooseOther={() => dispatch({ type: 'openFilter' })}
      />
      {seen && !state.house ? <FollowNews view={seen} /> : null}
    </>
  )
}
