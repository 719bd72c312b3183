import type { User } from '@letterlend/contract/accounts.ts'
import type { ReactNode } from 'react'
import { reloadUser, useSession } from '../data/session.ts'
import { useTranslation } from '../start/texts.ts'
import { AppButton } from './app-button.tsx'
import { Notice } from './notice.tsx'
import { Page } from './page.tsx'
import { PageLoader } from './page-loader.tsx'

/** Shows a screen once the account is loaded, and a way on when it cannot be. */
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
