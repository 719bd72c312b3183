import { useTranslation } from '#platform/web/start/texts.ts'
import { Chip } from '#platform/web/ui/chip.tsx'
import type { ImportStatus } from '../../contract.admin.ts'

const TONES = {
  receiving: 'sky',
  checking: 'sky',
  ready: 'yellow',
  writing: 'sky',
  done: 'leaf',
  undone: 'sky',
  failed: 'yellow',
  moved_in: 'leaf',
} as const

export function ImportStatusChip({ status }: { status: ImportStatus }) {
  const { t } = useTranslation('admin-imports')
  return <Chip tone={TONES[status]}>{t(`status.${status}`)}</Chip>
}
