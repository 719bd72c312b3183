import { DAY_MS } from '#platform/shared/durations.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { Glyph } from '#platform/web/ui/start-icon.tsx'
import { mayBeAsked } from '../askable.ts'
import type { Letterbox } from '../contract.ts'
import classes from './answer-band.module.css'

/** A sprout and an hourglass from Material Design Icons (Apache-2.0). */
const PATHS = {
  new: 'M2 22v-2s5-2 10-2s10 2 10 2v2zm9.3-12.9C10.1 5.2 4 6.1 4 6.1s.2 7.8 5.9 6.6C9.5 9.8 8 9 8 9c2.8 0 3 3.4 3 3.4V17h2v-4.2s0-3.9 3-4.9c0 0-2 3-2 5c7 .7 7-8.9 7-8.9s-8.9-1-9.7 5.1',
  rarely: 'M6 2v6l4 4l-4 4v6h12v-6l-4-4l4-4V2m-2 14.5V20H8v-3.5l4-4m0-1l-4-4V4h8v3.5z',
} as const
/** An older account no longer counts as new, however few requests it got. */
const NEW_FOR_MS = 365 * DAY_MS

type Asked = Pick<
  Letterbox,
  | 'enable_messaging'
  | 'takes_requests'
  | 'role_name'
  | 'created_at'
  | 'answers'
  | 'hard_to_reach'
  | 'silent'
> & { reachable?: boolean }

/** How a letterbox usually answers, or that it is silent or out of reach; nothing if it does not take requests. */
export function AnswerBand({ letterbox }: { letterbox: Asked }) {
  const { t } = useTranslation('letterboxes')
  const { answers, role_name, created_at, hard_to_reach, silent } = letterbox
  if (role_name === 'reseller') return null
  if (letterbox.reachable === false) {
    return (
      <span className={classes.band} data-answers="rarely">
        <Glyph path={PATHS.rarely} size={18} />
        {t('answers.outOfReach')}
      </span>
    )
  }
  if (!mayBeAsked(letterbox)) return null
  if (silent || hard_to_reach) {
    return (
      <span className={classes.band} data-answers="rarely">
        <Glyph path={PATHS.rarely} size={18} />
        {t(silent ? 'answers.silent' : 'answers.hardToReach')}
      </span>
    )
  }
  const hardlyAsked =
    answers === 'new' && serverNow().getTime() - Date.parse(created_at) > NEW_FOR_MS
  return (
    <span className={classes.band} data-answers={answers}>
      {answers === 'new' || answers === 'rarely' ? (
        <Glyph path={PATHS[answers]} size={18} />
      ) : (
        <Icon name={answers === 'day' ? 'bolt' : 'clock'} size={18} />
      )}
      {t(`answers.${hardlyAsked ? 'hardlyAsked' : answers}`)}
    </span>
  )
}
