import type { ReactNode } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { reloadUser, type User, useSession } from './data/session.ts'

/** Shows a screen once the account is loaded, or what to do if it cannot be loaded. */
export function WithUser({ children }: { children: (user: User) => ReactNode }) {
  const { t } = useTranslation('layout')
  const { user, loading } = useSession()
  if (user) return children(user)
  if (loading) return <PageLoader />
  return (
    <Page>
      <Notice
        kind="error"
        action={
          <AppButton tone="secondary" onClick={() => reloadUser().catch(() => undefined)}>
            {t('retry')}
          </AppButton>
        }
      >
        {t('loadFailed')}
      </Notice>
    </Page>
  )
}
