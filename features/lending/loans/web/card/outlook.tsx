import type { ReactNode } from 'react'
import { dayInWords } from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { dayOf } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon, type IconName } from '#platform/web/ui/icon.tsx'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { formatDistance } from '#platform/web/ui/words/distance.ts'
import type { Asker } from '../../contract.ts'
import { useOutlook } from '../data/loans.ts'
import classes from './outlook.module.css'

function Line({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className={classes.line}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </li>
  )
}

/** A month such as `2026-03` in words: "March 2026". */
const monthInWords = (month: string) =>
  dateFormat({
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${month}-01`))

/** What the borrower of a request can expect: how that letterbox usually answers, and when the request expires. */
export function LikelyAnswer({
  transaction,
  otherName: name,
}: {
  transaction: Transaction
  otherName: string
}) {
  const { t } = useTranslation(['loans', 'letterboxes'])
  const { data } = useOutlook(transaction)
  const { answers = null, ends_at = null } = data ?? {}
  return (
    <ul className={classes.lines}>
      {transaction.written_at ? <Line icon="message">{t('likely.written', { name })}</Line> : null}
      {answers ? (
        <Line icon={answers === 'day' ? 'bolt' : 'clock'}>
          {t(`letterboxes:answers.${answers === 'new' ? 'hardlyAsked' : answers}`)}
        </Line>
      ) : null}
      {ends_at ? (
        <Line icon="calendar">
          {t(transaction.answered ? 'likely.endsTalking' : 'likely.ends', {
            when: lastDayInWords(ends_at),
          })}
        </Line>
      ) : null}
    </ul>
  )
}

/** The last day of a pending request: one that expires at midnight ends with the day before. */
const lastDayInWords = (endsAt: string) =>
  dayInWords(dayOf(new Date(Date.parse(endsAt) - 1)), currentLanguage())

/** Shows the lender who is asking, before an answer. */
export function WhoAsks({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation('loans')
  const { data } = useOutlook(transaction)
  const asker = data?.asker
  return (
    <ul className={classes.lines} aria-label={t('asker.title')}>
      {asker ? <AskerLines asker={asker} /> : null}
    </ul>
  )
}

function AskerLines({ asker }: { asker: Asker }) {
  const { t } = useTranslation('loans')
  const { is_new, since, within, brought_back, punctuality } = asker
  if (is_new) return <Line icon="account">{t('asker.new')}</Line>
  return (
    <>
      {within === null ? null : (
        <Line icon="mapMarker">
          {t('asker.within', { distance: formatDistance(within, currentLanguage()) })}
        </Line>
      )}
      {since ? <Line icon="account">{t('asker.since', { when: monthInWords(since) })}</Line> : null}
      {brought_back > 0 ? (
        <Line icon="return">{t(`asker.${punctuality ?? 'back'}`, { count: brought_back })}</Line>
      ) : null}
    </>
  )
}

/** Tells the lender of a promise that other requests for these days were declined and need nothing more. */
export function AnsweredBesides({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation('loans')
  const { data } = useOutlook(transaction)
  // Undefined in responses of a previous server version.
  const count = data?.answered_besides ?? 0
  if (count === 0) return null
  return (
    <ul className={classes.lines}>
      <Line icon="check">{t('handover.answeredBesides', { count })}</Line>
    </ul>
  )
}
