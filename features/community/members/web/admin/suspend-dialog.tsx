import type { z } from 'zod'
import { MEASURE_REASON_MAX_LENGTH } from '#features/people/decisions/decision-kinds.ts'
import { GroundField } from '#features/people/decisions/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import { type AdminUser, adminUsersApi } from '../../contract.admin.ts'
import { ActFailure } from './act-failure.tsx'
import { useChangeUser } from './data/users.ts'
import { SuspensionSuggestions } from './suspension-suggestions.tsx'
import { nameOf } from './user-words.ts'
import classes from './users.module.css'

const schema = adminUsersApi.suspend.body.pick({ reason: true, ground: true })
type Values = z.output<typeof schema>

interface SuspendDialogProps {
  user: AdminUser
  opened: boolean
  onClose: () => void
}

/** Suspends an account. The reason is mailed in the member's language; suggestions give it a start. */
export function SuspendDialog({ user, opened, onClose }: SuspendDialogProps) {
  const { t } = useTranslation('admin-users')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('suspend.title', { name: nameOf(user) || t('unnamed') })}
    >
      <SuspendForm user={user} onDone={onClose} />
    </Dialog>
  )
}

function SuspendForm({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const { t } = useTranslation('admin-users')
  const change = useChangeUser(user)
  const { form, field, onSubmit } = useSchemaForm<Values>(schema, {
    reason: user.suspended_reason ?? '',
    ground: 'terms',
  })
  const { lang } = user
  const send = ({ reason, ground }: Values) =>
    change.mutate(
      { act: 'suspend', reason, ground },
      {
        onSuccess: () => {
          showToast({ message: t('suspend.done') })
          onDone()
        },
      },
    )
  const suggest = (reason: string) => {
    form.setFieldValue('reason', reason)
    form.getInputNode('reason')?.focus()
  }
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      <ActFailure error={change.error} />
      <p className={classes.plain}>{t('suspend.body')}</p>
      <SuspensionSuggestions title={t('suspend.suggestions')} language={lang} onChoose={suggest} />
      <TextAreaField
        label={t('suspend.reason', { language: languageName(lang) })}
        max={MEASURE_REASON_MAX_LENGTH}
        lang={lang}
        field={field('reason')}
      />
      <GroundField
        value={form.values.ground}
        onChange={(ground) => form.setFieldValue('ground', ground)}
      />
      <p className={classes.hint}>
        {user.email && user.email_confirmed ? t('suspend.mail') : t('suspend.noMail')}
      </p>
      <div className={forms.actions}>
        <AppButton type="submit" tone="danger" loading={change.isPending}>
          {t('suspend.submit')}
        </AppButton>
      </div>
    </form>
  )
}
