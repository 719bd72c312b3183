import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { ReachCard } from '#features/places/letterboxes/privacy/web/door.ts'
import type { Position } from '#platform/shared/geography.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { flagDraft, useDraft } from '#platform/web/data/draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Letterbox } from '../contract.ts'
import { useLetterbox } from './data/letterboxes.ts'
import type { FreeDays } from './data/sticker-query.ts'
import { EmptyStreet } from './empty-street.tsx'
import { LetterboxHeader } from './letterbox-header.tsx'
import classes from './letterbox-overlay.module.css'
import { LetterboxShare } from './letterbox-share.tsx'
import { LetterboxThanks } from './letterbox-thanks.tsx'

interface LetterboxOverlayProps {
  /** Null if the id is malformed. */
  id: string | null
  /** The viewer's position, if known. */
  located: Position | null
  /** Days on which things have to be free; null for any. */
  free: FreeDays | null
  /** Null for visitors. */
  user: User | null
  /** The items that it lends, and the way to request one. */
  lending: (letterbox: Letterbox) => ReactNode
  onReport: (letterbox: Letterbox) => void
  onShowAround: () => void
}

/** Explains why others cannot see the user's own letterbox. */
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

/**
 * Shown at the end of registration: others cannot send requests yet, and what is missing. Later the dashboard shows
 * this.
 */
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

/** All details of one letterbox. */
export function LetterboxOverlay(props: LetterboxOverlayProps) {
  const { t } = useTranslation('letterboxes')
  const { ofError } = useErrorText()
  const { data, isPending, error, refetch } = useLetterbox(props.id, props.located, props.free)
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
  const mine = props.user?.letterbox
  const own = mine?.id === data.id
  return (
    <article className={classes.overlay}>
      <LetterboxHeader letterbox={data} own={own} />
      {own && mine.holiday_until ? <OnHoliday until={mine.holiday_until} /> : null}
      {own ? <OwnReach user={props.user} /> : null}
      {props.lending(data)}
      <LetterboxThanks id={data.id} />
      <LetterboxShare
        id={data.id}
        title={data.address}
        onReport={own ? undefined : () => props.onReport(data)}
      />
    </article>
  )
}
