import type { ImportStatus } from '@letterlend/contract/letterbox-imports.ts'
import { useTranslation } from '../../start/texts.ts'
import { Chip } from '../../ui/chip.tsx'

const TONES = {
  checking: 'sky',
  ready: 'yellow',
  writing: 'sky',
  done: 'leaf',
  undone: 'sky',
  failed: 'yellow',
} as const

export function ImportStatusChip({ status }: { status: ImportStatus }) {
  const { t } = useTranslation('admin-imports')
  return <Chip tone={TONES[status]}>{t(`status.${status}`)}</Chip>
}
