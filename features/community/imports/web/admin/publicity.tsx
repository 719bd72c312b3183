import { useTranslation } from '#platform/web/start/texts.ts'
import type { LetterboxImport } from '../../contract.admin.ts'

interface PublicityProps {
  counts: NonNullable<LetterboxImport['counts']>
  /** The import is done. */
  isDone: boolean
  /** Rows skipped by hand. */
  leftOut?: number
}

/** What an import makes public. Renders nothing for files checked by an older server. */
export function Publicity({ counts, isDone, leftOut = 0 }: PublicityProps) {
  const { t } = useTranslation('admin-imports')
  const { on_map, off_map = 0, named = 0 } = counts
  if (on_map === undefined) return null
  const count = Math.max(0, on_map - leftOut)
  const sentences = [
    t(isDone ? 'publicity.is' : 'publicity.would', { count }),
    named > 0 ? t('publicity.named', { count: named }) : t('publicity.noName'),
    off_map > 0 ? t('publicity.offMap', { count: off_map }) : '',
  ]
  return <p>{sentences.filter(Boolean).join(' ')}</p>
}
