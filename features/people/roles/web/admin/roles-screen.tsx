import { Link, useParams } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { ADMIN_SCREENS, adminPaths, CALL_OF_SCREEN } from '#platform/shared/admin-paths.ts'
import { may } from '#platform/shared/task-matrix.ts'
import { TASKS } from '#platform/shared/tasks.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminPage, Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import type { OutlinePicker } from './area-of-person.tsx'
import { useTaskHolder, useTaskHolders } from './data/roles.ts'
import classes from './roles.module.css'
import { TasksOfPerson } from './tasks-of-person.tsx'

/** Who has which tasks, giving and taking them, and what each task includes. */
export function RolesScreen({ outlinePicker }: { outlinePicker: OutlinePicker }) {
  const { id } = useParams()
  const { t } = useTranslation('admin-roles')
  return (
    <AdminPage title={t('title')} lead={t('lead')}>
      {id === undefined ? null : <ChosenPerson key={id} id={id} outlinePicker={outlinePicker} />}
      <People except={id} outlinePicker={outlinePicker} />
      <Matrix />
    </AdminPage>
  )
}

/** The person chosen on another screen, who may have no task yet. */
function ChosenPerson({ id, outlinePicker }: { id: string; outlinePicker: OutlinePicker }) {
  const { t } = useTranslation('admin-roles')
  const { user } = useSession()
  const { data, error, refetch } = useTaskHolder(id)
  if (data) {
    return (
      <ul className={classes.people}>
        <TasksOfPerson person={data} own={user?.id === id} outlinePicker={outlinePicker} />
      </ul>
    )
  }
  // The status is 400 if the URL contains no valid id.
  const none = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (none) return <EmptyState title={t('gone.title')} body={t('gone.body')} />
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return <SkeletonList rows={1} rowHeight={160} />
}

interface PeopleProps {
  except: string | undefined
  outlinePicker: OutlinePicker
}

function People({ except, outlinePicker }: PeopleProps) {
  const { t } = useTranslation('admin-roles')
  const { user } = useSession()
  const { data, error, refetch } = useTaskHolders()
  return (
    <section aria-labelledby="people" className={classes.section}>
      <h2 id="people">{t('people')}</h2>
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <SkeletonList rows={3} rowHeight={160} />}
      <ul className={classes.people}>
        {data?.map((person) =>
          person.id === except ? null : (
            <TasksOfPerson
              key={person.id}
              person={person}
              own={user?.id === person.id}
              outlinePicker={outlinePicker}
            />
          ),
        )}
      </ul>
      <p>
        {t('addHow')} <Link to={adminPaths.screen('users')}>{t('add')}</Link>
      </p>
    </section>
  )
}

/** The calls that each task allows, from the table that the server enforces. */
function Matrix() {
  const { t } = useTranslation(['admin-roles', 'admin'])
  return (
    <section aria-labelledby="matrix" className={classes.section}>
      <h2 id="matrix">{t('matrix')}</h2>
      <p>{t('matrixLead')}</p>
      <ul className={classes.tasks}>
        {TASKS.map((task) => (
          <li key={task} className={classes.task}>
            <h3 className={classes.name}>{t(`admin:tasks.${task}`)}</h3>
            <Facts
              facts={[
                { name: t('does'), value: t(`may.${task}`) },
                { name: t('sees'), value: t(`data.${task}`) },
                {
                  name: t('screens'),
                  value: ADMIN_SCREENS.filter((screen) =>
                    may({ tasks: [task], area: null }, CALL_OF_SCREEN[screen]),
                  )
                    .map((screen) => t(`admin:screens.${screen}`))
                    .join(', '),
                },
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
