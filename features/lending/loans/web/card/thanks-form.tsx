import { z } from 'zod'
import { FailureNotice } from '#features/lending/conversations/messages/web/door.ts'
import { optionalText } from '#platform/shared/input/plain-text.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { newThanksSchema } from '../../contract.bodies.ts'
import { THANKS_MAX_LENGTH } from '../../loan-limits.ts'
import { useThank } from '../data/loans.ts'
import classes from './thanks-card.module.css'

const { text, show } = newThanksSchema.shape
const schema = z.object({ text: optionalText(text), show })

interface ThanksFormProps {
  transactionId: string
  /** The person who is thanked. */
  name: string
}

export function ThanksForm({ transactionId, name }: ThanksFormProps) {
  const { t } = useTranslation('loans')
  const { form, field, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm(schema, {
    text: '',
    show: false,
  })
  const thank = useThank()
  const send = (values: { text: string; show: boolean }) => {
    if (thank.isPending) return
    thank.mutate(
      { transaction_id: transactionId, text: values.text.trim() || null, show: values.show },
      {
        onError(error) {
          if (error instanceof ApiError) showFieldErrors(error)
        },
      },
    )
  }
  return (
    <form className={classes.form} noValidate onSubmit={onSubmit(send)}>
      <TextAreaField
        label={t('thanks.text', { name })}
        max={THANKS_MAX_LENGTH}
        rows={2}
        optional
        autoFocus
        field={field('text')}
      />
      <CheckField
        label={t('thanks.show')}
        hint={t('thanks.showHint', { name })}
        checked={form.values.show}
        onChange={(checked) => form.setFieldValue('show', checked)}
      />
      {thank.isError && !isAboutFields(thank.error) ? <FailureNotice error={thank.error} /> : null}
      <div>
        <AppButton type="submit" loading={thank.isPending}>
          {t('thanks.send')}
        </AppButton>
      </div>
    </form>
  )
}
