import { Link } from 'react-router'
import type {
  HandoverSpot,
  Transaction,
} from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { paths } from '#platform/shared/paths.ts'
import { communityToday, dayOf } from '#platform/web/data/community-day.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useLoanCalendar } from '../data/loans.ts'
import classes from './handover-card.module.css'
import { AnsweredBesides } from './outlook.tsx'

interface HandoverCardProps {
  transaction: Transaction
  side: LoanSide
  otherName: string
}

/** Whether both sides are reminded the day before the return: that day is not over, and the thing is away on it. */
function isReminded({ handover_at, wanted_from, return_by }: Transaction): boolean {
  if (return_by === null || return_by <= communityToday()) return false
  const first = handover_at ? dayOf(new Date(handover_at)) : wanted_from
  return first === null || first < return_by
}

/** After a yes: where to fetch and return the thing, what to bring, and what helps to remember it. */
export function HandoverCard({ transaction, side, otherName }: HandoverCardProps) {
  const { t } = useTranslation('loans')
  const { spot, handover_note, handover_at, return_by, renter } = transaction
  const borrows = side === 'borrower'
  const dated = handover_at !== null || return_by !== null
  return (
    <div className={classes.handover}>
      {spot ? (
        <Spot
          spot={spot}
          label={borrows ? t('handover.lends', { name: otherName }) : t('handover.yours')}
          letterboxId={borrows ? (renter?.letterbox?.id ?? null) : null}
          directions={borrows}
        />
      ) : null}
      {handover_note ? (
        <div className={classes.part}>
          <Icon name="information" size={20} />
          <p className={classes.note} dir="auto">
            <span className="visually-hidden">{t('handover.note')} </span>
            {handover_note}
          </p>
        </div>
      ) : null}
      {isReminded(transaction) ? (
        <div className={classes.part}>
          <Icon name="bell" size={20} />
          <p>{t(`handover.reminder.${side}`, { name: otherName })}</p>
        </div>
      ) : null}
      {borrows ? null : <AnsweredBesides transaction={transaction} />}
      <div className={classes.actions}>
        {dated ? <CalendarButton transactionId={transaction.id} /> : null}
        {borrows ? null : (
          <Link to={paths.lent()} className={classes.link}>
            {t('lent.link')}
          </Link>
        )}
      </div>
    </div>
  )
}

interface SpotProps {
  spot: HandoverSpot
  label: string
  /** The letterbox to link to on the map; null if it is not on the map. */
  letterboxId: string | null
  directions: boolean
}

function Spot({ spot, label, letterboxId, directions }: SpotProps) {
  const { t } = useTranslation('loans')
  const { latitude, longitude } = spot
  const isOnMap = directions && latitude !== null && longitude !== null
  return (
    <div className={classes.part}>
      <Icon name="mapMarker" size={20} />
      <div>
        <p>{label}</p>
        <p className={classes.address}>
          {spot.address}
          {spot.address_addition ? `, ${spot.address_addition}` : null}
          {', '}
          {spot.postcode} {spot.city}
        </p>
        <p className={classes.ways}>
          {letterboxId ? (
            <Link to={paths.letterbox(letterboxId)} className={classes.link}>
              {t('handover.onMap')}
            </Link>
          ) : null}
          {isOnMap ? (
            <a
              href={`https://www.openstreetmap.org/directions?to=${latitude},${longitude}`}
              className={classes.link}
              target="_blank"
              rel="noreferrer"
            >
              {t('handover.directions')}
              <span className="visually-hidden"> (OpenStreetMap)</span>
              <Icon name="openInNew" size={18} />
            </a>
          ) : null}
        </p>
      </div>
    </div>
  )
}

function CalendarButton({ transactionId }: { transactionId: string }) {
  const { t } = useTranslation('loans')
  const { ofError } = useErrorText()
  const calendar = useLoanCalendar()
  const save = () =>
    calendar.mutate(transactionId, { onSuccess: (file) => saveFile(file.name, file) })
  return (
    <>
      <AppButton
        tone="secondary"
        loading={calendar.isPending}
        leftSection={<Icon name="calendar" size={20} />}
        onClick={save}
      >
        {t('handover.calendar')}
      </AppButton>
      {calendar.isError ? <Notice kind="error">{ofError(calendar.error)}</Notice> : null}
    </>
  )
}
