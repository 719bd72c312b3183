import type { Letterbox } from '@letterlend/contract/letterboxes.ts'
import { useTranslation } from '../../start/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import classes from './answer-band.module.css'

const ICONS = { day: 'bolt', days: 'clock', new: 'sprout', rarely: 'hourglass' } as const
/** Whoever joined longer ago is not new, however few requests there were. */
const NEW_FOR_MS = 365 * 86_400_000

type Asked = Pick<Letterbox, 'enable_messaging' | 'role_name' | 'created_at'> &
  // A copy that was kept by an earlier version does not say.
  Partial<Pick<Letterbox, 'answers'>>

/** How a letterbox usually answers; nothing where nobody can ask. */
export function AnswerBand({ letterbox }: { letterbox: Asked }) {
  const { t } = useTranslation('letterboxes')
  const { answers, enable_messaging, role_name, created_at } = letterbox
  if (!answers || !enable_messaging || role_name === 'reseller') return null
  const hardlyAsked = answers === 'new' && Date.now() - Date.parse(created_at) > NEW_FOR_MS
  return (
    <span className={classes.band} data-answers={answers}>
      <Icon name={ICONS[answers]} size={18} />
      {t(`answers.${hardlyAsked ? 'hardlyAsked' : answers}`)}
    </span>
  )
}
