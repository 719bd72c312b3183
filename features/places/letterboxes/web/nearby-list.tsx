import { type ReactNode, useRef } from 'react'
import type { Item } from '#features/places/items/contract.ts'
import type { Position } from '#platform/shared/geography.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Letterbox } from '../contract.ts'
import type { MarkedLetterbox } from '../marked-letterbox.ts'
import type { NearbyQuery } from './data/letterboxes.ts'
import { useNearby } from './data/nearby-letterboxes.ts'
import { KeptList } from './kept-list.tsx'
import { ListPages } from './list-pages.tsx'
import classes from './nearby-list.module.css'
import { NearbyRow } from './nearby-row.tsx'
import { NobodyAtAll, NobodyHere } from './nobody-here.tsx'
import { PrintAll, PrintedSource } from './printed-list.tsx'

interface NearbyListProps {
  query: NearbyQuery | null
  page: number
  onPage: (page: number) => void
  /** Provides the names of stickers. */
  items: Item[]
  onOpen: (letterbox: Letterbox) => void
  /** Called with the row that is hovered or focused. */
  onHover: (letterbox: MarkedLetterbox | null) => void
  /** The letterboxes that the map highlights. */
  pointed: readonly string[]
  onChooseOther: () => void
  /** Moves the map so that it shows these positions. */
  onShowOnMap: (positions: Position[]) => void
  /** Also shows letterboxes that take no messages; undefined if they are shown already. */
  onAnyMessaging: (() => void) | undefined
  /** Also shows what is not free on the chosen days; undefined if none are chosen. */
  onAnyDay: (() => void) | undefined
  onPreferAnswers: (preferAnswers: boolean) => void
  /** Renders the offer to save a wish; with `nextStep`, as the main action because there are no results. */
  wish: (nextStep: boolean) => ReactNode
}

/** Text with the number of letterboxes and the origin of the distances. */
const COUNTS = {
  you: 'nearby.nearestToYou',
  home: 'nearby.nearestToHome',
  middle: 'nearby.nearestToMiddle',
  house: 'nearby.count',
} as const

/** For borrowers who care more about getting an answer than about distance. */
function PreferAnswers({
  checked,
  onChange,
}: {
  checked: boolean
  onChange: (on: boolean) => void
}) {
  const { t } = useTranslation('letterboxes')
  return (
    <button
      type="button"
      className={classes.prefer}
      aria-pressed={checked}
      onClick={() => onChange(!checked)}
    >
      <Icon name={checked ? 'check' : 'bolt'} size={20} />
      {t('nearby.preferAnswers')}
    </button>
  )
}

/** The letterboxes within reach, the nearest first: everything that the map shows, as a list. */
export function NearbyList(props: NearbyListProps) {
  const { query, items, onOpen, onHover } = props
  const { t } = useTranslation('letterboxes')
  const { ofError } = useErrorText()
  const { data, isPending, isError, error, refetch, isPlaceholderData } = useNearby(
    query,
    props.page,
  )
  const top = useRef<HTMLDivElement>(null)
  const searched = query?.stickerIds ?? []

  if (isPending) return <SkeletonList rows={5} rowHeight={76} />
  if (isError) {
    return (
      <EmptyState
        title={t('nearby.failed')}
        body={ofError(error)}
        action={
          <AppButton tone="secondary" onClick={() => refetch()}>
            {t('retry')}
          </AppButton>
        }
      />
    )
  }
  if (data.total === 0) return <NobodyAtAll {...props} />
  const { page, total } = data
  const turnTo = (next: number) => {
    props.onPage(next)
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div ref={top} tabIndex={-1} aria-busy={isPlaceholderData} className={classes.root}>
      <PrintedSource />
      {data.kept ? (
        <KeptList {...data} {...props} />
      ) : (
        <>
          <div className={classes.head}>
            {data.widened ? (
              <NobodyHere {...props} letterboxes={data.letterboxes} />
            ) : (
              <p className={classes.count} role="status">
                <span className={classes.order}>
                  {t(
                    query?.preferAnswers
                      ? 'nearby.answeringFirst'
                      : COUNTS[query?.nearestTo ?? 'house'],
                    { count: total },
                  )}
                </span>
                <span className={classes.short} aria-hidden="true">
                  {t('nearby.count', { count: total })}
                </span>
              </p>
            )}
            {total > 1 && query && query.nearestTo !== 'house' ? (
              <PreferAnswers checked={query.preferAnswers} onChange={props.onPreferAnswers} />
            ) : null}
          </div>
          <ul className={classes.list}>
            {data.letterboxes.map((letterbox) => (
              <NearbyRow
                key={letterbox.id}
                pointed={props.pointed.includes(letterbox.id)}
                letterbox={letterbox}
                searched={searched}
                items={items}
                onOpen={onOpen}
                onHover={onHover}
              />
            ))}
          </ul>
        </>
      )}
      <ListPages
        page={page}
        total={total}
        requestedPage={isPlaceholderData ? props.page : page}
        onPage={turnTo}
      />
      {query && !data.kept && !data.widened && total > data.letterboxes.length ? (
        <PrintAll query={query} total={total} items={items} />
      ) : null}
      {data.widened || data.kept ? null : <div className={classes.wish}>{props.wish(false)}</div>}
    </div>
  )
}
