import { ROLE_ID } from './roles.ts'

/** Tasks of members for the community. Administration includes all of them. */
export const TASKS = [
  'moderation',
  'shipping',
  'treasury',
  'map',
  'texts',
  'administration',
] as const
export type Task = (typeof TASKS)[number]

/** Tasks that are assigned individually. Administration is the role `admin`, which includes all tasks. */
export const SINGLE_TASKS = TASKS.filter((task) => task !== 'administration')
export type SingleTask = (typeof SINGLE_TASKS)[number]

/** Tasks of the role `moderator`, which is older than single tasks. */
const OF_MODERATORS: readonly Task[] = ['moderation', 'map']

/** Tasks that can be limited to an area. The others concern the whole community. */
export const AREA_TASKS = ['moderation', 'shipping', 'map'] as const satisfies readonly SingleTask[]

interface StoredTasks {
  role_id: number
  tasks: readonly Task[]
}

/** All tasks of an account, in the order of {@link TASKS}. */
export function tasksOf({ role_id, tasks }: StoredTasks): Task[] {
  if (role_id === ROLE_ID.admin) return [...TASKS]
  const ofRole = role_id === ROLE_ID.moderator ? OF_MODERATORS : []
  return TASKS.filter((task) => ofRole.includes(task) || tasks.includes(task))
}

/** The stored form of tasks. It is unique, and {@link tasksOf} returns the same tasks. */
export function storedTasks(tasks: readonly Task[]): { role_id: number; tasks: SingleTask[] } {
  if (tasks.includes('administration')) return { role_id: ROLE_ID.admin, tasks: [] }
  const moderates = OF_MODERATORS.every((task) => tasks.includes(task))
  const ofRole = moderates ? OF_MODERATORS : []
  return {
    role_id: moderates ? ROLE_ID.moderator : ROLE_ID.member,
    tasks: SINGLE_TASKS.filter((task) => tasks.includes(task) && !ofRole.includes(task)),
  }
}

/** Tasks for display: administration stands for all of them. */
export const namedTasks = (tasks: readonly Task[]): readonly Task[] =>
  tasks.includes('administration') ? ['administration'] : tasks
