import { dayInWords, momentInWords } from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { dayOf, instantOf } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { areDaysOver } from './days-of-yes.ts'
import { readWords } from './written-words.ts'

export type HandOver = {
  /** The day and the time of the hand-over. If either is missing, both sides arrange it by message. */
  day: string
  time: string
  backBy: string
}

/**
 * Prefills the day and time that the lender mentioned, else the wanted days that have not passed. An hour that no
 * one mentioned stays empty: a prefilled one would be sent as the lender's word.
 */
export function proposedHandOver(transaction: Transaction, now: Date): HandOver {
  const wanted = wantedHandOver(transaction, now)
  const { answer, day, time } = readWords(transaction, now)
  const named = answer === 'decline' ? wanted.day : (day ?? wanted.day)
  if (named === '') return wanted
  const backBy = wanted.backBy >= named ? wanted.backBy : ''
  return { day: named, time: time ?? '', backBy }
}

function wantedHandOver({ wanted_from, wanted_until }: Transaction, now: Date): HandOver {
  const today = dayOf(now)
  if (wanted_from === null || areDaysOver({ wanted_from, wanted_until }, now)) {
    return { day: '', time: '', backBy: '' }
  }
  const day = wanted_from > today ? wanted_from : today
  const last = wanted_until ?? wanted_from
  return { day, time: '', backBy: last >= day ? last : day }
}

export function HandOverInWords({ values, name }: { values: HandOver; name: string }) {
  const { t } = useTranslation('loans')
  const language = currentLanguage()
  const at = instantOf(values.day, values.time)
  const when = at ? momentInWords(at, language) : values.day && dayInWords(values.day, language)
  return (
    <>
      {when ? <p>{t('accept.fetches', { name, when })}</p> : null}
      {at ? null : <p>{t(when ? 'accept.hourOpen' : 'accept.open')}</p>}
      {values.backBy ? (
        <p>{t('when.back', { when: dayInWords(values.backBy, language) })}</p>
      ) : null}
    </>
  )
}
