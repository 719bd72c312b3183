import { z } from 'zod'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { PasswordField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useRestoreEmail } from './data/accounts.ts'

const formSchema = z.object({ former_password: z.string().min(1, VALIDATION.currentPassword) })

/** Target of the mail to a replaced address: restores it with the former password. */
export function RestoreEmailForm({ token }: { token: string }) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const restoring = useRestoreEmail()
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm(formSchema, {
    former_password: '',
  })
  if (restoring.isSuccess) {
    return (
      <SealPage icon="email" tone="yes">
        <PageTitle title={t('restoreEmail.done.title')} lead={t('restoreEmail.done.lead')} />
      </SealPage>
    )
  }
  const send = ({ former_password }: { former_password: string }) =>
    restoring.mutate(
      { token, former_password },
      {
        onError: (error) => {
          if (error instanceof ApiError) showFieldErrors(error)
        },
      },
    )
  const isTaken = restoring.error instanceof ApiError && restoring.error.code === 'conflict'
  return (
    <Page>
      <Sheet>
        <PageTitle title={t('restoreEmail.title')} lead={t('restoreEmail.lead')} />
        <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
          {restoring.error && !form.errors.former_password ? (
            <Notice kind="error">
              {isTaken ? t('restoreEmail.gone') : ofError(restoring.error)}
            </Notice>
          ) : null}
          <PasswordField
            label={t('restoreEmail.password')}
            description={t('restoreEmail.forgotten')}
            autoComplete="off"
            {...field('former_password')}
          />
          <div className={forms.actions}>
            <AppButton type="submit" loading={restoring.isPending}>
              {t('restoreEmail.submit')}
            </AppButton>
          </div>
        </form>
      </Sheet>
    </Page>
  )
}
