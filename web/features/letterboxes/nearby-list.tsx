import type { Item } from '@letterlend/contract/items.ts'
import type { Letterbox } from '@letterlend/contract/letterboxes.ts'
import { type ReactNode, useRef, useState } from 'react'
import { type NearbyQuery, useNearby } from '../../data/letterboxes.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import classes from './nearby-list.module.css'
import { NearbyRow } from './nearby-row.tsx'
import { NobodyAtAll, NobodyHere } from './nobody-here.tsx'

const PER_PAGE = 10

interface NearbyListProps {
  query: NearbyQuery | null
  /** For the names of stickers. */
  items: Item[]
  onOpen: (letterbox: Letterbox) => void
  /** The letterbox that is pointed at or focused. */
  onHover: (id: string | null) => void
  onChooseOther: () => void
  /** Moves the map to these. */
  onShowOnMap: (letterboxes: Letterbox[]) => void
  /** Also those who take no messages; undefined where they are shown anyway. */
  onAnyMessaging: (() => void) | undefined
  /** Offers to be told when somebody new lends this: the next step where nobody does. */
  wish: (nextStep: boolean) => ReactNode
}

/** The letterboxes in view, the nearest first: all that the map tells, as a list. */
export function NearbyList(props: NearbyListProps) {
  const { query, items, onOpen, onHover } = props
  const { t } = useTranslation('letterboxes')
  const { ofError } = useErrorText()
  const { data, isPending, isError, error, refetch, isPlaceholderData } = useNearby(query)
  const { page, setPage, top } = usePage(query)
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
  const pages = Math.ceil(data.letterboxes.length / PER_PAGE)
  const first = Math.min(page, pages - 1) * PER_PAGE
  const shown = data.letterboxes.slice(first, first + PER_PAGE)
  return (
    <div ref={top} aria-busy={isPlaceholderData} className={classes.root}>
      {data.widened ? (
        <NobodyHere {...props} letterboxes={data.letterboxes} {...data.widened} />
      ) : (
        <p className={classes.count} role="status">
          {t('nearby.count', { count: data.total })}
        </p>
      )}
      <ul className={classes.list}>
        {shown.map((letterbox) => (
          <NearbyRow key={letterbox.id} {...{ letterbox, searched, items, onOpen, onHover }} />
        ))}
      </ul>
      {pages > 1 ? (
        <nav className={classes.pages} aria-label={t('nearby.pages')}>
          <AppButton tone="quiet" disabled={first === 0} onClick={() => setPage(page - 1)}>
            {t('nearby.previous')}
          </AppButton>
          <span aria-live="polite">
            {t('nearby.range', {
              from: first + 1,
              to: first + shown.length,
              total: data.letterboxes.length,
            })}
          </span>
          <AppButton tone="quiet" disabled={page >= pages - 1} onClick={() => setPage(page + 1)}>
            {t('nearby.next')}
          </AppButton>
        </nav>
      ) : null}
      {!data.widened && data.total > data.letterboxes.length ? (
        <p className={classes.more}>{t('nearby.more', { count: data.letterboxes.length })}</p>
      ) : null}
      {data.widened ? null : props.wish(false)}
    </div>
  )
}

/** The page of the list; a new search starts at the first one. */
function usePage(query: NearbyQuery | null) {
  const top = useRef<HTMLDivElement>(null)
  const key = JSON.stringify(query)
  const [state, setState] = useState({ key, page: 0 })
  const page = state.key === key ? state.page : 0
  return {
    top,
    page,
    setPage: (next: number) => {
      setState({ key, page: next })
      top.current?.scrollIntoView({ block: 'start' })
    },
  }
}
