import { useTranslation } from '#platform/web/start/texts.ts'
import { StatementImport } from './statement-import.tsx'
import { SubView } from './sub-view.tsx'
import { UnmatchedList } from './unmatched-list.tsx'

/** Bank payments: the import of statements, and the payments that the staff has to match. */
export function MatchingView() {
  const { t } = useTranslation('admin-orders')
  return (
    <SubView title={t('matching.title')} lead={t('matching.lead')}>
      <StatementImport />
      <UnmatchedList />
    </SubView>
  )
}
