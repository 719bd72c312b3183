import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { AREA_TASKS, TASKS, type Task } from '#platform/shared/tasks.ts'
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
import { areaOf, type DutiesDraft, draftOf, dutiesDraftSchema } from './area-draft.ts'
import { AreaOfPerson, type OutlinePicker } from './area-of-person.tsx'
import { isChangedMeanwhile, useSetTasks } from './data/roles.ts'
import classes from './roles.module.css'

interface TasksOfPersonProps {
  person: TaskHolder
  /** Whether this person is the viewer. */
  own: boolean
  outlinePicker: OutlinePicker
}

/** Administration has no area; beside an area, tasks that concern the whole community are dropped. */
function dutiesIn(draft: DutiesDraft): Pick<TaskHolder, 'tasks' | 'area'> {
  const { tasks } = draft
  const area = tasks.includes('administration') ? null : areaOf(draft)
  return { tasks: area ? AREA_TASKS.filter((task) => tasks.includes(task)) : tasks, area }
}

const isSame = (one: DutiesDraft, other: DutiesDraft) =>
  JSON.stringify(dutiesIn(one)) === JSON.stringify(dutiesIn(other))

/** The tasks of one person, as checkboxes that are saved together. */
export function TasksOfPerson({ person, own, outlinePicker }: TasksOfPersonProps) {
  const { t } = useTranslation(['admin-roles', 'admin'])
  const saving = useSetTasks(person)
  const { form, field, onSubmit } = useSchemaForm<DutiesDraft>(dutiesDraftSchema, draftOf(person))
  const { setValues } = form
  // Shows what another administrator has set, as the basis for new changes.
  useEffect(() => setValues(draftOf(person)), [person, setValues])
  const [asking, setAsking] = useState(false)
  const { tasks } = form.values
  const administers = tasks.includes('administration')
  const inArea = form.values.kind !== 'everywhere' && !administers
  const changed = !isSame(form.values, draftOf(person))
  const name = `${person.firstname} ${person.lastname}`.trim() || t('unnamed')
  const change = (values: Partial<DutiesDraft>) => {
    saving.reset()
    setValues(values)
  }
  const tick = (task: Task, on: boolean) =>
    change({ tasks: TASKS.filter((each) => (each === task ? on : tasks.includes(each))) })
  const isForAreas = (task: Task) => AREA_TASKS.some((each) => each === task)
  const isPossible = (task: Task) => !inArea || isForAreas(task)
  const save = () =>
    saving.mutate(dutiesIn(form.values), {
      onSuccess: () => showToast({ message: t('saved') }),
      onSettled: () => setAsking(false),
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
                checked={administers || (tasks.includes(task) && isPossible(task))}
                disabled={
                  saving.isPending ||
                  (administers && task !== 'administration') ||
                  !isPossible(task) ||
                  (!person.eligible && !tasks.includes(task))
                }
                onChange={(on) => tick(task, on)}
              />
            ))}
          </div>
          {administers ? <p className={classes.hint}>{t('all')}</p> : null}
          {!administers && tasks.some(isForAreas) ? (
            <AreaOfPerson
              draft={form.values}
              field={field}
              onChange={change}
              outlinePicker={outlinePicker}
            />
          ) : null}
        </fieldset>
        {changed ? (
          <div className={forms.actions}>
            <AppButton type="submit" loading={saving.isPending}>
              {t('save')}
            </AppButton>
            <AppButton tone="quiet" onClick={() => change(draftOf(person))}>
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
