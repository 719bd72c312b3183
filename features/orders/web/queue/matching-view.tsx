import { useTranslation } from '#platform/web/start/texts.ts'
import { StatementImport } from './statement-import.tsx'
import { SubView } from './sub-view.tsx'
import { UnmatchedList } from './unmatched-list.tsx'

/** Payments by bank: read from a statement, and what of them waits for somebody. */
export function MatchingView() {
  const { t } = useTranslation('admin-orders')
  return (
    <SubView title={t('matching.title')} lead={t('matching.lead')}>
      <StatementImport />
      <UnmatchedList />
    </SubView>
  )
}
