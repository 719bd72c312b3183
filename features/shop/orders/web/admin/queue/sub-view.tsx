import type { ReactNode } from 'react'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'

interface SubViewProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A view below the queue, with a link back to it. */
export function SubView({ title, lead, actions, children }: SubViewProps) {
  const { t } = useTranslation('admin-orders')
  return (
    <AdminPage
      up={{ to: adminPaths.screen('orders'), text: t('back') }}
      title={title}
      lead={lead}
      actions={actions}
    >
      {children}
    </AdminPage>
  )
}
