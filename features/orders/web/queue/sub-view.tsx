import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import classes from './order-queue.module.css'

interface SubViewProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A view that belongs to the queue, with the way back to it. */
export function SubView({ title, lead, actions, children }: SubViewProps) {
  const { t } = useTranslation('admin-orders')
  return (
    <>
      <Link className={classes.back} to={adminPaths.screen('orders')}>
        <Icon name="chevronLeft" size={20} />
        {t('back')}
      </Link>
      <AdminPage title={title} lead={lead} actions={actions}>
        {children}
      </AdminPage>
    </>
  )
}
