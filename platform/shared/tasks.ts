import { ROLE_ID } from './roles.ts'

/** What people do for the community. Whoever administers it may do everything. */
export const TASKS = [
  'moderation',
  'shipping',
  'treasury',
  'map',
  'texts',
  'administration',
] as const
export type Task = (typeof TASKS)[number]

/** Those that an account has one by one. Administration is the role `admin`, which has them all. */
export const SINGLE_TASKS = TASKS.filter((task) => task !== 'administration')
export type SingleTask = (typeof SINGLE_TASKS)[number]

/** What the role `moderator` stands for, which was there before the tasks were. */
const OF_MODERATORS: readonly Task[] = ['moderation', 'map']

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

/** How tasks are stored: each in one way, so that {@link tasksOf} answers the same ones. */
export function storedTasks(tasks: readonly Task[]): { role_id: number; tasks: SingleTask[] } {
  if (tasks.includes('administration')) return { role_id: ROLE_ID.admin, tasks: [] }
  const moderates = OF_MODERATORS.every((task) => tasks.includes(task))
  const ofRole = moderates ? OF_MODERATORS : []
  return {
    role_id: moderates ? ROLE_ID.moderator : ROLE_ID.member,
    tasks: SINGLE_TASKS.filter((task) => tasks.includes(task) && !ofRole.includes(task)),
  }
}

/** As people speak of them: whoever administers has all tasks, which need not be named. */
export const namedTasks = (tasks: readonly Task[]): readonly Task[] =>
  tasks.includes('administration') ? ['administration'] : tasks
