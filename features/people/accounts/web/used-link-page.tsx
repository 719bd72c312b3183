import type { ReactNode } from 'react'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useLookAtLink } from './data/accounts.ts'

/** Whether the mailed link is used or expired, known before its button is pressed. */
export function useIsUsedLink(token: string | null, isOpening: boolean): boolean {
  const { data, error } = useLookAtLink(token, isOpening)
  return data?.state === 'used' || (error instanceof ApiError && error.code === 'invalid_token')
}

/** Says that the link is used or expired, and offers the next step. */
export function UsedLinkPage({ actions }: { actions: ReactNode }) {
  const { t } = useTranslation('accounts')
  return (
    <SealPage icon="key" tone="no" actions={actions}>
      <PageTitle title={t('login.linkIsOver.title')} lead={t('usedLink')} />
    </SealPage>
  )
}
