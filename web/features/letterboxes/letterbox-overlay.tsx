import type { User } from '@letterlend/contract/accounts.ts'
import type { Position } from '@letterlend/contract/geography.ts'
import type { Item } from '@letterlend/contract/items.ts'
import type { Letterbox } from '@letterlend/contract/letterboxes.ts'
import { paths } from '@letterlend/contract/paths.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../../data/api-client.ts'
import type { Viewer } from '../../data/borrowing.ts'
import { flagDraft, useDraft } from '../../data/draft.ts'
import { useLetterbox } from '../../data/letterboxes.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { dateInWords } from '../../ui/date-in-words.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { ReachCard } from '../../ui/reach-card.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { EmptyStreet } from './empty-street.tsx'
import { LetterboxBorrow } from './letterbox-borrow.tsx'
import { LetterboxHeader } from './letterbox-header.tsx'
import classes from './letterbox-overlay.module.css'
import { LetterboxShare } from './letterbox-share.tsx'
import { LetterboxThanks } from './letterbox-thanks.tsx'

interface LetterboxOverlayProps {
  /** Null for an id that no letterbox can have. */
  id: string | null
  /** Where the viewer is, if known. */
  located: Position | null
  items: Item[]
  viewer: Viewer
  /** The first searched item that is lent is chosen to begin with. */
  searched: readonly number[]
  onBorrow: (letterbox: Letterbox, itemId: number | null) => void
  /** The conversation with the request that was just sent to this letterbox. */
  asked: ReactNode
  onReport: (letterbox: Letterbox) => void
  onShowAround: () => void
}

/** Why nobody else finds the own letterbox. */
function OnHoliday({ until }: { until: string }) {
  const { t } = useTranslation('letterboxes')
  return (
    <Notice
      action={
        <Link className={classes.link} to={paths.holiday()}>
          {t('hint.changeHoliday')}
        </Link>
      }
    >
      {t('hint.onHoliday', { date: dateInWords(until) })}
    </Notice>
  )
}

/** Where a registration ends: nobody can ask yet, and what it takes. Once seen it is on the dashboard. */
function OwnReach({ user }: { user: User | null }) {
  const { t } = useTranslation('privacy')
  const [later, putOff] = useDraft(`reach.${user?.id}`, false, flagDraft)
  if (!user || user.letterbox?.user_id !== user.id) return null
  if (later || user.privacy.enable_messaging || !user.privacy.show_on_map) return null
  return (
    <ReachCard
      level={3}
      title={t('reach.title')}
      body={t('reach.body')}
      onLater={() => putOff(true)}
    />
  )
}

/** All about one letterbox, and the way to ask for something. */
export function LetterboxOverlay(props: LetterboxOverlayProps) {
  const { t } = useTranslation('letterboxes')
  const { ofError } = useErrorText()
  const { data, isPending, error, refetch } = useLetterbox(props.id, props.located)
  if (props.id !== null && isPending) return <SkeletonList rows={4} rowHeight={72} />
  if (!data) {
    const unknown =
      props.id === null ||
      (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <EmptyState
        artwork={<EmptyStreet />}
        title={t(unknown ? 'overlay.unknownTitle' : 'overlay.failed')}
        body={unknown ? t('overlay.unknownBody') : ofError(error)}
        action={
          unknown ? (
            <AppButton onClick={props.onShowAround}>{t('overlay.showAround')}</AppButton>
          ) : (
            <AppButton tone="secondary" onClick={() => refetch()}>
              {t('retry')}
            </AppButton>
          )
        }
      />
    )
  }
  const mine = props.viewer.user?.letterbox
  const own = mine?.id === data.id
  return (
    <article className={classes.overlay}>
      <LetterboxHeader letterbox={data} own={own} />
      {own && mine.holiday_until ? <OnHoliday until={mine.holiday_until} /> : null}
      {own ? <OwnReach user={props.viewer.user} /> : null}
      {/* A new letterbox starts with its own choice. */}
      <LetterboxBorrow key={data.id} letterbox={data} {...props} />
      <LetterboxThanks id={data.id} />
      <LetterboxShare
        id={data.id}
        title={data.address}
        onReport={own ? undefined : () => props.onReport(data)}
      />
    </article>
  )
}
