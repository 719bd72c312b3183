import { SINGLE_TASKS } from '#platform/shared/tasks.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import classes from '../access-tokens.module.css'
import { TokenList } from '../token-list.tsx'
import { useCommunityTokens } from './data/community-tokens.ts'

/** The accesses of the community's programs. */
export function AccessTokensScreen() {
  const { t } = useTranslation(['admin-access-tokens', 'access-tokens'])
  return (
    <AdminPage title={t('title')} lead={t('lead')}>
      <TokenList tokens={useCommunityTokens()} heading="h2" offered={SINGLE_TASKS} needsTask />
      <p className={classes.below}>{t('ofMembers')}</p>
    </AdminPage>
  )
}
