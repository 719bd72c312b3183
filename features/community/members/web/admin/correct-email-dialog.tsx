import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { type AdminUser, adminUsersApi } from '../../contract.admin.ts'
import { ActFailure } from './act-failure.tsx'
import { useChangeUser } from './data/users.ts'
import { nameOf } from './user-words.ts'
import classes from './users.module.css'

const schema = adminUsersApi.correctEmail.body.pick({ email: true })

interface CorrectEmailDialogProps {
  user: AdminUser
  opened: boolean
  onClose: () => void
}

/** Corrects a mistyped address, and says when the new one takes effect. */
export function CorrectEmailDialog({ user, opened, onClose }: CorrectEmailDialogProps) {
  const { t } = useTranslation('admin-users')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('correctEmail.title', { name: nameOf(user) || t('unnamed') })}
    >
      <CorrectEmailForm user={user} onDone={onClose} />
    </Dialog>
  )
}

function CorrectEmailForm({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const { t } = useTranslation('admin-users')
  const change = useChangeUser(user)
  const { field, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm(schema, { email: '' })
  const reachable = user.email !== null && user.email_confirmed && !user.email_refused
  const stays = reachable || user.tasks.length > 0
  const send = ({ email }: { email: string }) =>
    change.mutate(
      { act: 'correctEmail', email },
      {
        onSuccess: () => {
          showToast({ message: t('correctEmail.done') })
          onDone()
        },
        onError: (error) => error instanceof ApiError && showFieldErrors(error),
      },
    )
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      <ActFailure error={isAboutFields(change.error) ? null : change.error} />
      <EmailField
        label={t('correctEmail.label')}
        autoComplete="off"
        required
        withAsterisk={false}
        {...field('email')}
      />
      <p className={classes.plain}>
        {stays ? t('correctEmail.later', { email: user.email ?? '' }) : t('correctEmail.atOnce')}
      </p>
      <p className={classes.plain}>{t('correctEmail.sure')}</p>
      <div className={forms.actions}>
        <AppButton type="submit" loading={change.isPending}>
          {t('correctEmail.submit')}
        </AppButton>
      </div>
    </form>
  )
}
