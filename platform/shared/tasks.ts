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

/**
 * Which tasks a call of the back office takes, by its path: one of them is enough, and administration always
 * is. An empty list: administration alone. To whoever has no task at all there is no such call.
 */
export const TASKS_OF_CALL = {
  '/admin/queues': TASKS,
  '/admin/overview': ['treasury'],

  '/admin/orders': ['shipping', 'treasury'],
  '/admin/orders/byId': ['shipping', 'treasury'],
  '/admin/orders/note': ['shipping', 'treasury'],
  '/admin/orders/cancel': ['shipping', 'treasury'],
  '/admin/orders/confirm': ['shipping', 'treasury'],
  '/admin/orders/bulk': ['shipping'],
  '/admin/orders/ship': ['shipping'],
  '/admin/orders/packingSlip': ['shipping'],
  '/admin/orders/packingSlips': ['shipping'],
  '/admin/orders/packingList': ['shipping'],
  '/admin/orders/addressLabels': ['shipping'],
  '/admin/orders/export': ['treasury'],
  '/admin/orders/settle': ['treasury'],
  '/admin/orders/refund': ['treasury'],
  '/admin/orders/recordPayment': ['treasury'],
  '/admin/bankStatements/import': ['treasury'],
  '/admin/bankStatements/unmatched': ['treasury'],
  '/admin/bankStatements/assign': ['treasury'],
  '/admin/bankStatements/setAside': ['treasury'],
  '/admin/bankStatements/reopen': ['treasury'],
  '/admin/orders/ideas': ['shipping'],
  '/admin/orders/ideas/mark': ['shipping'],
  '/admin/orders/ideas/export': ['shipping'],

  '/admin/items': ['texts'],
  '/admin/items/byId': ['texts'],
  '/admin/items/create': ['texts'],
  '/admin/items/update': ['texts'],
  '/admin/items/activate': ['texts'],
  '/admin/items/deactivate': ['texts'],
  '/admin/items/move': ['texts'],
  '/admin/items/artwork': ['texts'],
  '/admin/items/mergePreview': [],
  '/admin/items/merge': [],

  '/admin/letterboxes': ['map', 'moderation'],
  '/admin/letterboxes/byId': ['map', 'moderation'],
  '/admin/letterboxes/hide': ['map', 'moderation'],
  '/admin/letterboxes/show': ['map', 'moderation'],
  '/admin/letterboxes/update': ['map'],
  '/admin/letterboxes/verify': ['map'],
  '/admin/letterboxes/unverify': ['map'],
  '/admin/letterboxes/role': [],
  '/admin/imports': [],
  '/admin/imports/byId': [],
  '/admin/imports/check': [],
  '/admin/imports/run': [],
  '/admin/imports/discard': [],
  '/admin/imports/undo': [],

  '/admin/announcements': ['texts', 'moderation'],
  '/admin/announcements/byId': ['texts', 'moderation'],
  '/admin/announcements/reach': ['texts', 'moderation'],
  '/admin/announcements/answers': ['texts', 'moderation'],
  '/admin/announcements/create': ['texts', 'moderation'],
  '/admin/announcements/update': ['texts', 'moderation'],
  '/admin/announcements/publish': ['texts', 'moderation'],
  '/admin/announcements/retire': ['texts', 'moderation'],
  '/admin/announcements/remove': ['texts', 'moderation'],

  '/admin/reports': ['map', 'moderation'],
  '/admin/reports/byId': ['map', 'moderation'],
  '/admin/reports/assign': ['map', 'moderation'],
  '/admin/reports/note': ['map', 'moderation'],
  '/admin/reports/settle': ['map', 'moderation'],
  '/admin/reports/reopen': ['map', 'moderation'],
  '/admin/reports/answer': ['map', 'moderation'],
  '/admin/feedback': ['moderation'],
  '/admin/feedback/byId': ['moderation'],
  '/admin/feedback/assign': ['moderation'],
  '/admin/feedback/note': ['moderation'],
  '/admin/feedback/settle': ['moderation'],
  '/admin/feedback/reopen': ['moderation'],
  '/admin/feedback/answer': ['moderation'],
  '/admin/held-messages': ['moderation'],
  '/admin/held-messages/release': ['moderation'],
  '/admin/held-messages/discard': ['moderation'],
  '/admin/message-reports': ['moderation'],
  '/admin/message-reports/assign': ['moderation'],
  '/admin/message-reports/settle': ['moderation'],

  '/admin/users': [],
  '/admin/users/byId': [],
  '/admin/users/resendConfirmation': [],
  '/admin/users/sendLink': [],
  '/admin/users/correctEmail': [],
  '/admin/users/exportData': [],
  '/admin/users/endSessions': [],
  '/admin/users/suspend': [],
  '/admin/users/restore': [],
  '/admin/users/setBetaTester': [],
  '/admin/users/mergePreview': [],
  '/admin/users/merge': [],
  '/admin/users/remove': [],
  '/admin/roles': [],
  '/admin/roles/byId': [],
  '/admin/roles/set': [],
  '/admin/settings': ['texts'],
  '/admin/settings/save': ['texts'],
  '/admin/settings/history': ['texts'],
  '/admin/settings/restore': ['texts'],
  '/admin/settings/logo': [],
  '/admin/audit': [],
} as const satisfies Record<`/admin/${string}`, readonly Task[]>

/** The same for what several tasks look at together, and not each of them sees whole. */
const TASKS_OF_PART = {
  /** Where a parcel goes. */
  'order.address': ['shipping'],
  /** What was paid, given back and disputed. */
  'order.payments': ['treasury'],
  /** The receipt and the invoice of somebody else. */
  'order.papers': ['treasury'],
  'setting.banner': ['texts'],
  'setting.links': ['texts'],
  'setting.brand': [],
  'setting.prices': [],
  'setting.limits': [],
  /** Letterboxes that are not on the map, and those across a block. */
  'letterbox.hidden': ['map', 'moderation'],
  /** Reports about the own letterbox, which name their authors. */
  'report.own_letterbox': [],
  /** Who else of the staff has read something. */
  readings: [],
} as const satisfies Record<string, readonly Task[]>

export type BackOfficeCall = keyof typeof TASKS_OF_CALL
export type BackOfficePart = keyof typeof TASKS_OF_PART

const MATRIX: Readonly<Record<BackOfficeCall | BackOfficePart, readonly Task[]>> = {
  ...TASKS_OF_CALL,
  ...TASKS_OF_PART,
}

/** Whoever has tasks; none for a visitor. */
interface Holder {
  tasks: readonly Task[]
}

/** Whether somebody may make a call, or see or change a part. The server decides by it, and the web app shows what it says. */
export const may = (holder: Holder | null, what: BackOfficeCall | BackOfficePart): boolean =>
  holder?.tasks.some((task) => task === 'administration' || MATRIX[what].includes(task)) ?? false

export const isBackOfficeCall = (path: string): path is BackOfficeCall =>
  Object.hasOwn(TASKS_OF_CALL, path)
