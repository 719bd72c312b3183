import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { SwitchField } from '#platform/web/ui/forms/switch-field.tsx'
import type { AdminUser } from '../../contract.admin.ts'
import { ActFailure } from './act-failure.tsx'
import { useChangeUser } from './data/users.ts'
import { RemoveUserDialog } from './remove-user-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'
import { nameOf } from './user-words.ts'
import classes from './users.module.css'

type Open = 'suspend' | 'restore' | 'remove' | null

/** Buttons for the staff's actions on an account. */
export function UserActs({ user }: { user: AdminUser }) {
  const { t } = useTranslation('admin-users')
  const { user: viewer } = useSession()
  const change = useChangeUser(user)
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>(null)
  const own = viewer?.id === user.id
  const mayKeepOut = !own && !user.tasks.includes('administration')
  const waits =
    user.email !== null &&
    (!user.email_confirmed || user.new_email !== null || user.email_refused !== null)
  const close = () => setOpen(null)
  const resend = () =>
    change.mutate(
      { act: 'resendConfirmation' },
      { onSuccess: () => showToast({ message: t('resend.done') }) },
    )
  const restore = () =>
    change.mutate(
      { act: 'restore' },
      { onSuccess: () => showToast({ message: t('restore.done') }), onSettled: close },
    )
  return (
    <section aria-label={t('acts')} className={classes.acts}>
      <ActFailure error={change.error} />
      <div className={classes.buttons}>
        {waits ? (
          <AppButton onClick={resend} loading={change.isPending && open === null}>
            {t('resend.action')}
          </AppButton>
        ) : null}
        {user.suspended ? (
          <AppButton tone={waits ? 'secondary' : 'primary'} onClick={() => setOpen('restore')}>
            {t('restore.action')}
          </AppButton>
        ) : null}
        <AppButton tone="secondary" component={Link} to={adminPaths.screen('roles', user.id)}>
          {t('tasks.action')}
        </AppButton>
        {mayKeepOut ? (
          <>
            <AppButton tone="secondary" onClick={() => setOpen('suspend')}>
              {user.suspended ? t('suspend.again') : t('suspend.action')}
            </AppButton>
            <AppButton tone="danger" onClick={() => setOpen('remove')}>
              {t('remove.action')}
            </AppButton>
          </>
        ) : null}
      </div>
      {mayKeepOut ? null : <p className={classes.hint}>{own ? t('ownAccount') : t('isAdmin')}</p>}
      <SwitchField
        label={t('beta.label')}
        description={t('beta.description')}
        checked={user.beta_tester}
        disabled={change.isPending}
        onChange={(beta_tester) => change.mutate({ act: 'setBetaTester', beta_tester })}
      />
      <SuspendDialog user={user} opened={open === 'suspend'} onClose={close} />
      <RemoveUserDialog
        user={user}
        opened={open === 'remove'}
        onClose={close}
        onRemoved={() => navigate(adminPaths.screen('users'), { replace: true })}
      />
      <ConfirmDialog
        opened={open === 'restore'}
        title={t('restore.title', { name: nameOf(user) || t('unnamed') })}
        confirmLabel={t('restore.action')}
        loading={change.isPending}
        onConfirm={restore}
        onClose={close}
      >
        {t('restore.body')}
      </ConfirmDialog>
    </section>
  )
}
