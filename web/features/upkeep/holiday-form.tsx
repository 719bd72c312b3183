import { holidaySchema, MAX_HOLIDAY_DAYS } from '@letterlend/contract/letterbox-upkeep.ts'
import { ApiError } from '../../data/api-client.ts'
import { useUpdateHoliday } from '../../data/upkeep.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { dateInWords } from '../../ui/date-in-words.ts'
import { dayFromNow } from '../../ui/day-from-now.ts'
import { useErrorText } from '../../ui/error-text.ts'
import formClasses from '../../ui/form.module.css'
import { TextField } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'

/** Away until a day, or back again. `until`: the last day of a holiday that runs. */
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
