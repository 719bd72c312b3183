import { useClipboard } from '@mantine/hooks'
import type { UseMutationResult } from '@tanstack/react-query'
import { SINGLE_TASKS, type SingleTask } from '#platform/shared/tasks.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { type CreatedToken, type NewToken, newTokenSchema } from '../contract.ts'
import classes from './access-tokens.module.css'

const LIVES = [30, 90, 365] as const

interface NewTokenDialogProps {
  create: UseMutationResult<CreatedToken, Error, NewToken>
  offered: readonly SingleTask[]
  needsTask: boolean
  onClose: () => void
}

/** Asks what a program may do, then shows its token for the only time. */
export function NewTokenDialog({ create, offered, needsTask, onClose }: NewTokenDialogProps) {
  const { t } = useTranslation('access-tokens')
  const { ofError } = useErrorText()
  const { form, field, onSubmit, isAboutFields, showFieldErrors } = useSchemaForm<NewToken>(
    newTokenSchema,
    { name: '', writes: false, tasks: [], days: 90 },
  )
  const { writes, tasks, days } = form.values
  const created = create.data
  if (created) return <TokenToKeep created={created} onClose={onClose} />
  const tick = (task: SingleTask, on: boolean) =>
    form.setFieldValue(
      'tasks',
      SINGLE_TASKS.filter((each) => (each === task ? on : tasks.includes(each))),
    )
  const send = (values: NewToken) =>
    create.mutate(values, {
      onError: (error) => {
        if (error instanceof ApiError) showFieldErrors(error)
      },
    })
  return (
    <Dialog opened onClose={onClose} title={t('addTitle')} size="md">
      <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
        {create.error && !isAboutFields(create.error) ? (
          <Notice kind="error">{ofError(create.error)}</Notice>
        ) : null}
        <TextField
          label={t('name')}
          description={t('nameHint')}
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
          {...field('name')}
        />
        <ChoiceField
          label={t('may')}
          options={[
            { value: 'reads', label: t('reads') },
            { value: 'writes', label: t('writesToo') },
          ]}
          value={writes ? 'writes' : 'reads'}
          onChange={(value) => form.setFieldValue('writes', value === 'writes')}
        />
        {offered.length > 0 ? (
          <fieldset className={classes.tasks}>
            <legend className={classes.legend}>{t('tasks')}</legend>
            {needsTask ? null : <p className={classes.hint}>{t('tasksHint')}</p>}
            {offered.map((task) => (
              <CheckField
                key={task}
                label={t(`taskNames.${task}`)}
                checked={tasks.includes(task)}
                onChange={(on) => tick(task, on)}
              />
            ))}
          </fieldset>
        ) : null}
        <ChoiceField
          label={t('ends')}
          options={LIVES.map((value) => ({ value, label: t('days', { count: value }) }))}
          value={days}
          onChange={(value) => form.setFieldValue('days', value)}
        />
        <div className={forms.actions}>
          <AppButton
            type="submit"
            loading={create.isPending}
            disabled={needsTask && tasks.length === 0}
          >
            {t('make')}
          </AppButton>
        </div>
      </form>
    </Dialog>
  )
}

/** The token, which the server does not know any more. A click beside the dialog does not lose it. */
function TokenToKeep({ created, onClose }: { created: CreatedToken; onClose: () => void }) {
  const { t } = useTranslation('access-tokens')
  const { copy, copied } = useClipboard()
  return (
    <Dialog opened onClose={onClose} title={t('keepTitle')} size="md" closeOnClickOutside={false}>
      <div className={forms.form}>
        <p>{t('keepLead')}</p>
        <input
          className={classes.token}
          readOnly
          translate="no"
          spellCheck={false}
          aria-label={t('token', { name: created.name })}
          value={created.token}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p role="status" className="visually-hidden">
          {copied ? t('copied') : null}
        </p>
        <div className={forms.actions}>
          <AppButton tone="secondary" onClick={() => copy(created.token)}>
            {t(copied ? 'copied' : 'copy')}
          </AppButton>
          <AppButton onClick={onClose}>{t('done')}</AppButton>
        </div>
      </div>
    </Dialog>
  )
}
