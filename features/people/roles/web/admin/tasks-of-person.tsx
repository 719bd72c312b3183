import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { TASKS, type Task } from '#platform/shared/tasks.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { type StaffCode, useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { TaskHolder } from '../../contract.admin.ts'
import { isChangedMeanwhile, useSetTasks } from './data/roles.ts'
import classes from './roles.module.css'

interface TasksOfPersonProps {
  person: TaskHolder
  /** Whether this person is the viewer. */
  own: boolean
}

const tickedSchema = z.object({
  /** Unsaved changes; null if there are none. */
  tasks: z.array(z.enum(TASKS)).nullable(),
})
type Ticked = z.infer<typeof tickedSchema>

const isSame = (one: readonly Task[], other: readonly Task[]) =>
  one.length === other.length && one.every((task) => other.includes(task))

/** The tasks of one person, as checkboxes that are saved together. */
export function TasksOfPerson({ person, own }: TasksOfPersonProps) {
  const { t } = useTranslation(['admin-roles', 'admin'])
  const saving = useSetTasks(person)
  const { form, onSubmit } = useSchemaForm<Ticked>(tickedSchema, { tasks: null })
  const ticked = form.values.tasks
  const [asking, setAsking] = useState(false)
  const tasks = ticked ?? person.tasks
  const administers = tasks.includes('administration')
  const changed = ticked !== null && !isSame(ticked, person.tasks)
  const name = `${person.firstname} ${person.lastname}`.trim() || t('unnamed')
  const tick = (task: Task, on: boolean) => {
    saving.reset()
    form.setFieldValue(
      'tasks',
      TASKS.filter((each) => (each === task ? on : tasks.includes(each))),
    )
  }
  const save = () =>
    saving.mutate([...tasks], {
      onSuccess: () => showToast({ message: t('saved') }),
      // Shows what another administrator has set, as the basis for new changes.
      onSettled: (_saved, error) => {
        setAsking(false)
        if (!error || isChangedMeanwhile(error)) form.reset()
      },
    })
  const givesUp = own && person.tasks.includes('administration') && !administers
  return (
    <li className={classes.person}>
      <form
        noValidate
        onSubmit={onSubmit(() => {
          if (givesUp) setAsking(true)
          else save()
        })}
      >
        <fieldset className={classes.fieldset}>
          <legend className={classes.who}>
            <span className="visually-hidden">{t('tasksOf')} </span>
            <Link to={adminPaths.screen('users', person.id)} className={classes.name}>
              {name}
            </Link>
            {own ? ` (${t('you')})` : null}
          </legend>
          <p className={classes.email}>{person.email ?? t('noEmail')}</p>
          {saving.error ? <Failure error={saving.error} /> : null}
          {person.eligible ? null : <Notice>{t('ineligible')}</Notice>}
          <div className={classes.boxes}>
            {TASKS.map((task) => (
              <CheckField
                key={task}
                label={t(`admin:tasks.${task}`)}
                checked={administers || tasks.includes(task)}
                disabled={
                  saving.isPending ||
                  (administers && task !== 'administration') ||
                  (!person.eligible && !tasks.includes(task))
                }
                onChange={(on) => tick(task, on)}
              />
            ))}
          </div>
          {administers ? <p className={classes.hint}>{t('all')}</p> : null}
        </fieldset>
        {changed ? (
          <div className={forms.actions}>
            <AppButton type="submit" loading={saving.isPending}>
              {t('save')}
            </AppButton>
            <AppButton tone="quiet" onClick={() => form.reset()}>
              {t('discard')}
            </AppButton>
          </div>
        ) : null}
      </form>
      <ConfirmDialog
        opened={asking}
        title={t('own.title')}
        confirmLabel={t('own.submit')}
        destructive
        loading={saving.isPending}
        onConfirm={save}
        onClose={() => setAsking(false)}
      >
        <p>{t('own.body')}</p>
      </ConfirmDialog>
    </li>
  )
}

const REFUSED = ['last_admin', 'no_role_possible'] as const satisfies readonly StaffCode[]

function Failure({ error }: { error: Error }) {
  const { t } = useTranslation('admin-roles')
  const { ofError } = useErrorText()
  const refused =
    error instanceof ApiError ? REFUSED.find((code) => code === error.code) : undefined
  if (isChangedMeanwhile(error)) return <Notice kind="error">{t('refused.changed')}</Notice>
  return <Notice kind="error">{refused ? t(`refused.${refused}`) : ofError(error)}</Notice>
}
