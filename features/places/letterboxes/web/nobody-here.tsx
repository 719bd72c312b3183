import type { ReactNode } from 'react'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { formatDistance } from '#platform/web/ui/words/distance.ts'
import type { Letterbox } from '../contract.ts'
import type { NearbyQuery } from './data/letterboxes.ts'
import { EmptyStreet } from './empty-street.tsx'
import classes from './nearby-list.module.css'

interface NobodyProps {
  query: NearbyQuery | null
  onShowOnMap: (letterboxes: Letterbox[]) => void
  onAnyMessaging: (() => void) | undefined
  onAnyDay: (() => void) | undefined
  onChooseOther: () => void
  wish: (nextStep: boolean) => ReactNode
}

interface NobodyHereProps extends NobodyProps {
  /** The nearest letterboxes, the nearest first. */
  letterboxes: Letterbox[]
}

/** Number of letterboxes that the map frames: a few to choose from, close enough together to tell them apart. */
const SHOWN_TOGETHER = 3

const leavesOutTaken = (query: NearbyQuery | null) => Boolean(query?.free && !query.free.withTaken)

function useNobody(query: NearbyQuery | null): string {
  const { t } = useTranslation('letterboxes')
  if (leavesOutTaken(query)) return t('nearby.nobodyFree')
  const count = query?.stickerIds.length ?? 0
  if (count === 0) return t('nearby.nobodyHere')
  return t(count > 1 && query?.match === 'all' ? 'nearby.nobodyLendsAll' : 'nearby.nobodyLends')
}

/** Says that nothing is within reach, how far the nearest letterbox is, and what the user can do. */
/** The origin of the distance to the nearest letterbox. */
const FAR_FROM = {
  you: 'nearby.farFromYou',
  home: 'nearby.farFromHome',
  middle: 'nearby.farFromMiddle',
  house: 'nearby.farFromMiddle',
} as const

export function NobodyHere({ query, letterboxes, ...props }: NobodyHereProps) {
  const { t } = useTranslation('letterboxes')
  const nobody = useNobody(query)
  const [nearest] = letterboxes
  const nearestPlace = {
    city: nearest?.city ?? '',
    distance: formatDistance(roughly(nearest?.distance ?? 0), currentLanguage()),
  }
  return (
    <div className={classes.nobody}>
      <div role="status">
        <p className={classes.nobodyTitle}>{nobody}</p>
        <p>{t(FAR_FROM[query?.nearestTo ?? 'middle'], nearestPlace)}</p>
      </div>
      <OnlyMessaging onAnyMessaging={props.onAnyMessaging} />
      <OnlyFree onAnyDay={props.onAnyDay} />
      <AppButton
        tone="secondary"
        leftSection={<Icon name="map" />}
        onClick={() => props.onShowOnMap(letterboxes.slice(0, SHOWN_TOGETHER))}
      >
        {t('nearby.showOnMap')}
      </AppButton>
      {props.wish(true)}
    </div>
  )
}

/** Shown if there are no matches anywhere. */
export function NobodyAtAll({ query, onAnyMessaging, onAnyDay, onChooseOther, wish }: NobodyProps) {
  const { t } = useTranslation('letterboxes')
  const searched = (query?.stickerIds.length ?? 0) > 0
  const title = searched ? 'nearby.nobodyYet' : 'nearby.emptyTitle'
  return (
    <EmptyState
      artwork={<EmptyStreet />}
      title={t(leavesOutTaken(query) ? 'nearby.nobodyFreeAtAll' : title)}
      body={searched || leavesOutTaken(query) ? undefined : t('nearby.emptyBody')}
      action={
        <div className={classes.emptyActions}>
          <OnlyMessaging onAnyMessaging={onAnyMessaging} />
          <OnlyFree onAnyDay={onAnyDay} />
          {wish(true)}
          <AppButton tone="quiet" onClick={onChooseOther}>
            {t('nearby.chooseOther')}
          </AppButton>
        </div>
      }
    />
  )
}

/** Offers to drop the messages filter, which may be the reason for no results. */
function OnlyMessaging({ onAnyMessaging }: Pick<NobodyProps, 'onAnyMessaging'>) {
  const { t } = useTranslation('letterboxes')
  if (!onAnyMessaging) return null
  return (
    <p>
      {t('nearby.onlyMessaging')}{' '}
      <button type="button" className={classes.inline} onClick={onAnyMessaging}>
        {t('nearby.anyMessaging')}
      </button>
    </p>
  )
}

/** Offers to drop the days, which may be the reason for no results. */
function OnlyFree({ onAnyDay }: Pick<NobodyProps, 'onAnyDay'>) {
  const { t } = useTranslation('letterboxes')
  if (!onAnyDay) return null
  return (
    <p>
      {t('nearby.onlyFree')}{' '}
      <button type="button" className={classes.inline} onClick={onAnyDay}>
        {t('nearby.anyDay')}
      </button>
    </p>
  )
}

/** Rounds for use in a sentence: to 10 m, 100 m or 1 km, depending on the distance. */
function roughly(metres: number): number {
  const step = metres < 1000 ? 10 : metres < 10_000 ? 100 : 1000
  return Math.round(metres / step) * step
}
