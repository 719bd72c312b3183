import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { type NewWebhook, newWebhookSchema } from '../../contract.admin.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../webhook-events.ts'
import { useAddWebhook } from './data/webhooks.ts'
import { useEventNames } from './event-names.ts'
import classes from './webhooks.module.css'

/** Asks for an address, and what it is told. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin-webhooks')
  const { ofError } = useErrorText()
  const nameOf = useEventNames()
  const add = useAddWebhook()
  const { form, field, onSubmit, isAboutFields, showFieldErrors } = useSchemaForm<NewWebhook>(
    newWebhookSchema,
    { url: '', events: [...WEBHOOK_EVENTS] },
  )
  const { events } = form.values
  const tick = (event: WebhookEvent, on: boolean) =>
    form.setFieldValue(
      'events',
      WEBHOOK_EVENTS.filter((each) => (each === event ? on : events.includes(each))),
    )
  const send = (values: NewWebhook) =>
    add.mutate(values, {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof ApiError) showFieldErrors(error)
      },
    })
  return (
    <Dialog opened onClose={onClose} title={t('addTitle')} size="md">
      <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
        {add.error && !isAboutFields(add.error) ? (
          <Notice kind="error">{ofError(add.error)}</Notice>
        ) : null}
        <TextField
          label={t('url')}
          description={t('urlHint')}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          required
          withAsterisk={false}
          data-autofocus
          {...field('url')}
        />
        <fieldset className={classes.events}>
          <legend className={classes.legend}>{t('events')}</legend>
          {WEBHOOK_EVENTS.map((event) => (
            <CheckField
              key={event}
              label={nameOf(event)}
              checked={events.includes(event)}
              onChange={(on) => tick(event, on)}
            />
          ))}
        </fieldset>
        <div className={forms.actions}>
          <AppButton type="submit" loading={add.isPending} disabled={events.length === 0}>
            {t('make')}
          </AppButton>
        </div>
      </form>
    </Dialog>
  )
}
