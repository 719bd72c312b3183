import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import formClasses from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { dayFromNow } from '#platform/web/ui/words/day-from-now.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { holidaySchema, MAX_HOLIDAY_DAYS } from '../contract.ts'
import { useUpdateHoliday } from './data/upkeep.ts'

/** Sets or ends a holiday. `until`: the last day of the current holiday. */
export function HolidayForm({ until }: { until: string | null }) {
  const { t } = useTranslation('upkeep')
  const { ofError } = useErrorText()
  const update = useUpdateHoliday()
  const { field, onSubmit, showFieldErrors } = useSchemaForm(holidaySchema, {
    holiday_until: until ?? dayFromNow(14),
  })
  const send = (date: string | null) =>
    update.mutate(date, {
      onSuccess: () =>
        showToast({
          message:
            date === null ? t('holiday.ended') : t('holiday.started', { date: dateInWords(date) }),
        }),
      onError: (error) => error instanceof ApiError && showFieldErrors(error),
    })
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={onSubmit(({ holiday_until }) => send(holiday_until))}
    >
      {until ? (
        <Notice
          action={
            <AppButton
              tone="secondary"
              loading={update.isPending && update.variables === null}
              onClick={() => send(null)}
            >
              {t('holiday.end')}
            </AppButton>
          }
        >
          {t('holiday.running', { date: dateInWords(until) })}
        </Notice>
      ) : null}
      <TextField
        label={t('holiday.until')}
        type="date"
        min={dayFromNow(0)}
        max={dayFromNow(MAX_HOLIDAY_DAYS)}
        {...field('holiday_until')}
      />
      {update.isError ? <Notice kind="error">{ofError(update.error)}</Notice> : null}
      <AppButton type="submit" loading={update.isPending && update.variables !== null}>
        {t(until ? 'holiday.change' : 'holiday.start')}
      </AppButton>
    </form>
  )
}
