import { useState } from 'react'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import type { AdminUser } from '../../contract.admin.ts'
import { CorrectEmailDialog } from './correct-email-dialog.tsx'
import { EndSessionsDialog } from './end-sessions-dialog.tsx'
import { ExportUserDialog } from './export-user-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { ResetSecondFactorDialog } from './reset-second-factor-dialog.tsx'
import { SendLinkDialog } from './send-link-dialog.tsx'
import classes from './users.module.css'

type Open =
  | 'sendLink'
  | 'correctEmail'
  | 'exportData'
  | 'endSessions'
  | 'resetSecondFactor'
  | 'merge'
  | null

/** Buttons for what members ask the staff for; each opens a dialog. */
export function UserHelp({ user }: { user: AdminUser }) {
  const { t } = useTranslation('admin-users')
  const { user: viewer } = useSession()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const own = viewer?.id === user.id
  const reachable = user.email !== null && user.email_confirmed && !user.email_refused
  return (
    <section aria-label={t('help.heading')} className={classes.acts}>
      <h2 className={classes.heading}>{t('help.heading')}</h2>
      <div className={classes.buttons}>
        {reachable && !user.suspended ? (
          <AppButton tone="secondary" onClick={() => setOpen('sendLink')}>
            {t('help.action')}
          </AppButton>
        ) : null}
        {own || user.tasks.includes('administration') ? null : (
          <AppButton tone="secondary" onClick={() => setOpen('correctEmail')}>
            {t('correctEmail.action')}
          </AppButton>
        )}
        {reachable ? (
          <AppButton tone="secondary" onClick={() => setOpen('exportData')}>
            {t('exportData.action')}
          </AppButton>
        ) : null}
        {own ? null : (
          <AppButton tone="secondary" onClick={() => setOpen('endSessions')}>
            {t('endSessions.action')}
          </AppButton>
        )}
        {own || !(user.has_second_factor || user.has_passkeys) ? null : (
          <AppButton tone="secondary" onClick={() => setOpen('resetSecondFactor')}>
            {t('resetSecondFactor.action')}
          </AppButton>
        )}
        {own || user.tasks.length > 0 || user.suspended ? null : (
          <AppButton tone="secondary" onClick={() => setOpen('merge')}>
            {t('merge.action')}
          </AppButton>
        )}
      </div>
      <SendLinkDialog user={user} opened={open === 'sendLink'} onClose={close} />
      <CorrectEmailDialog user={user} opened={open === 'correctEmail'} onClose={close} />
      <ExportUserDialog user={user} opened={open === 'exportData'} onClose={close} />
      <EndSessionsDialog user={user} opened={open === 'endSessions'} onClose={close} />
      <ResetSecondFactorDialog user={user} opened={open === 'resetSecondFactor'} onClose={close} />
      <MergeDialog user={user} opened={open === 'merge'} onClose={close} />
    </section>
  )
}
