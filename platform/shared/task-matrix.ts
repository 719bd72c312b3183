import type { Area } from './areas.ts'
import { TASKS, type Task } from './tasks.ts'

/**
 * The tasks that allow a call of the back office: one of them is enough, and administration always is. An empty list:
 * only administration. Callers without any task get 404.
 */
export const TASKS_OF_CALL = {
  'GET /admin/queues': TASKS,
  'GET /admin/overview': ['treasury'],
  'GET /admin/overview/report': ['treasury'],

  'GET /admin/orders': ['shipping', 'treasury'],
  'GET /admin/orders/byId': ['shipping', 'treasury'],
  'POST /admin/orders/note': ['shipping', 'treasury'],
  'POST /admin/orders/cancel': ['shipping', 'treasury'],
  'POST /admin/orders/confirm': ['shipping', 'treasury'],
  /** Processes each order separately and does only what the call for a single order allows. */
  'POST /admin/orders/bulk': ['shipping', 'treasury'],
  'POST /admin/orders/ship': ['shipping'],
  'POST /admin/orders/unship': ['shipping'],
  /** It may refund money: an amount that the server has computed, to the original payer. */
  'POST /admin/orders/correct': ['shipping'],
  'GET /admin/orders/correctionCost': ['shipping'],
  'POST /admin/orders/remind': ['treasury'],
  'GET /admin/orders/cashBook': ['treasury'],
  'GET /admin/orders/cashBook/export': ['treasury'],
  'GET /admin/orders/packingSlip': ['shipping'],
  'POST /admin/orders/packingSlips': ['shipping'],
  'POST /admin/orders/packingList': ['shipping'],
  'POST /admin/orders/addressLabels': ['shipping'],
  'POST /admin/orders/codeStickers': ['shipping'],
  'POST /admin/orders/handOutStickers': ['shipping'],
  'GET /admin/orders/export': ['treasury'],
  'POST /admin/orders/settle': ['treasury'],
  'POST /admin/orders/refund': ['treasury'],
  'POST /admin/orders/recordPayment': ['treasury'],
  'POST /admin/bankStatements/import': ['treasury'],
  'GET /admin/bankStatements/imported': ['treasury'],
  'GET /admin/bankStatements/unmatched': ['treasury'],
  'POST /admin/bankStatements/assign': ['treasury'],
  'POST /admin/bankStatements/setAside': ['treasury'],
  'POST /admin/bankStatements/setManyAside': ['treasury'],
  'POST /admin/bankStatements/giveBack': ['treasury'],
  'POST /admin/bankStatements/reopen': ['treasury'],
  'GET /admin/orders/ideas': ['shipping'],
  'POST /admin/orders/ideas/mark': ['shipping'],
  'GET /admin/orders/ideas/export': ['shipping'],

  'GET /admin/items': ['texts'],
  'GET /admin/items/byId': ['texts'],
  'POST /admin/items/create': ['texts'],
  'POST /admin/items/update': ['texts'],
  'POST /admin/items/activate': ['texts'],
  'POST /admin/items/deactivate': ['texts'],
  'POST /admin/items/move': ['texts'],
  'POST /admin/items/artwork': ['texts'],
  'GET /admin/items/mergePreview': [],
  'POST /admin/items/merge': [],

  'GET /admin/letterboxes': ['map', 'moderation'],
  'GET /admin/letterboxes/byId': ['map', 'moderation'],
  'POST /admin/letterboxes/hide': ['map', 'moderation'],
  'POST /admin/letterboxes/show': ['map', 'moderation'],
  'POST /admin/letterboxes/update': ['map'],
  'POST /admin/letterboxes/verify': ['map'],
  'POST /admin/letterboxes/unverify': ['map'],
  'POST /admin/letterboxes/role': [],
  'GET /admin/imports': [],
  'GET /admin/imports/byId': [],
  'GET /admin/imports/problems': [],
  'GET /admin/imports/rejects': [],
  'POST /admin/imports/check': [],
  'POST /admin/imports/append': [],
  'POST /admin/imports/choose': [],
  'POST /admin/imports/run': [],
  'POST /admin/imports/discard': [],
  'POST /admin/imports/undo': [],
  'POST /admin/imports/mailOwners': [],

  'GET /admin/moving': [],
  'GET /admin/moving/preview': [],
  'POST /admin/moving/save': [],
  'POST /admin/moving/test': [],
  'POST /admin/moving/send': [],
  'POST /admin/moving/pause': [],
  'POST /admin/moving/resume': [],

  'GET /admin/announcements': ['texts', 'moderation'],
  'GET /admin/announcements/byId': ['texts', 'moderation'],
  'GET /admin/announcements/reach': ['texts', 'moderation'],
  'GET /admin/announcements/answers': ['texts', 'moderation'],
  'GET /admin/announcements/mail': ['texts', 'moderation'],
  'GET /admin/announcements/sending': ['texts', 'moderation'],
  'POST /admin/announcements/test': ['texts', 'moderation'],
  'POST /admin/announcements/send': ['texts', 'moderation'],
  'POST /admin/announcements/unplan': ['texts', 'moderation'],
  'POST /admin/announcements/pause': ['texts', 'moderation'],
  'POST /admin/announcements/resume': ['texts', 'moderation'],
  'POST /admin/announcements/create': ['texts', 'moderation'],
  'POST /admin/announcements/update': ['texts', 'moderation'],
  'POST /admin/announcements/publish': ['texts', 'moderation'],
  'POST /admin/announcements/retire': ['texts', 'moderation'],
  'POST /admin/announcements/remove': ['texts', 'moderation'],

  'GET /admin/reports': ['map', 'moderation'],
  'GET /admin/reports/byId': ['map', 'moderation'],
  'POST /admin/reports/assign': ['map', 'moderation'],
  'POST /admin/reports/note': ['map', 'moderation'],
  'POST /admin/reports/settle': ['map', 'moderation'],
  'POST /admin/reports/reopen': ['map', 'moderation'],
  'POST /admin/reports/answer': ['map', 'moderation'],
  'GET /admin/feedback': ['moderation'],
  'GET /admin/feedback/byId': ['moderation'],
  'POST /admin/feedback/assign': ['moderation'],
  'POST /admin/feedback/note': ['moderation'],
  'POST /admin/feedback/settle': ['moderation'],
  'POST /admin/feedback/reopen': ['moderation'],
  'POST /admin/feedback/answer': ['moderation'],
  'GET /admin/held-messages': ['moderation'],
  'GET /admin/held-messages/thanks': ['moderation'],
  'POST /admin/held-messages/settleThanks': ['moderation'],
  'POST /admin/held-messages/release': ['moderation'],
  'POST /admin/held-messages/discard': ['moderation'],
  'GET /admin/message-reports': ['moderation'],
  'POST /admin/message-reports/assign': ['moderation'],
  'POST /admin/message-reports/settle': ['moderation'],

  'GET /admin/newcomers': ['moderation'],
  'POST /admin/newcomers/letIn': ['moderation'],
  'POST /admin/newcomers/decline': ['moderation'],

  /** An invitation letter admits a person, like the approval queue, whose moderators also see hidden letterboxes. */
  'GET /admin/invitations': ['moderation'],
  'GET /admin/invitations/byId': ['moderation'],
  'GET /admin/invitations/streets': ['moderation'],
  'GET /admin/invitations/houses': ['moderation'],
  'GET /admin/invitations/imported': [],
  'POST /admin/invitations/create': ['moderation'],
  'POST /admin/invitations/preview': ['moderation'],
  'GET /admin/invitations/letters': ['moderation'],
  'POST /admin/invitations/revoke': ['moderation'],

  'GET /admin/users': [],
  'GET /admin/users/byId': [],
  'POST /admin/users/resendConfirmation': [],
  'POST /admin/users/sendLink': [],
  'POST /admin/users/correctEmail': [],
  'POST /admin/users/exportData': [],
  'POST /admin/users/endSessions': [],
  'POST /admin/users/resetSecondFactor': [],
  'POST /admin/users/suspend': [],
  'POST /admin/users/restore': [],
  'POST /admin/users/setBetaTester': [],
  'GET /admin/users/running': [],
  'GET /admin/users/mergePreview': [],
  'POST /admin/users/merge': [],
  'POST /admin/users/remove': [],
  'GET /admin/securityEvents': [],
  'GET /admin/roles': [],
  'GET /admin/roles/byId': [],
  'POST /admin/roles/set': [],
  'GET /admin/accessTokens': [],
  'POST /admin/accessTokens/create': [],
  'POST /admin/accessTokens/end': [],
  'GET /admin/objections': ['moderation'],
  'GET /admin/objections/year': ['moderation'],
  /** Moderators do not answer objections to their own decisions while another moderator could. */
  'POST /admin/objections/answer': ['moderation'],
  'GET /admin/legal': [],
  'GET /admin/legal/template': [],
  'POST /admin/legal/publish': [],
  'POST /admin/legal/withdraw': [],
  'GET /admin/settings': ['texts'],
  'POST /admin/settings/save': ['texts'],
  'GET /admin/settings/history': ['texts'],
  'POST /admin/settings/restore': ['texts'],
  'POST /admin/settings/logo': [],
  'GET /admin/audit': [],
  'GET /admin/updates': [],
  'GET /admin/backups': [],
  'POST /admin/backups/make': [],
  'POST /admin/backups/link': [],
  'POST /admin/backups/remove': [],
  'GET /admin/keys': [],
  'GET /admin/webhooks': [],
  'POST /admin/webhooks/create': [],
  'GET /admin/webhooks/secret': [],
  'POST /admin/webhooks/switch': [],
  'POST /admin/webhooks/remove': [],
  'GET /admin/webhooks/deliveries': [],
  'POST /admin/webhooks/resend': [],
  'POST /admin/webhooks/rotate': [],
  'POST /admin/webhooks/test': [],
} as const satisfies Record<`${'GET' | 'POST'} /admin/${string}`, readonly Task[]>

/** Permissions for parts of objects that several tasks share but not all of them see completely. */
const TASKS_OF_PART = {
  'order.address': ['shipping'],
  /** Payments, refunds and disputes. */
  'order.payments': ['treasury'],
  /** Another user's receipt and invoice. */
  'order.papers': ['treasury'],
  'setting.banner': ['texts'],
  'setting.links': ['texts'],
  'setting.brand': [],
  'setting.prices': [],
  'setting.limits': [],
  'setting.operator': [],
  'setting.gate': [],
  'setting.mails': [],
  'setting.open_data': [],
  /** Letterboxes that are not on the map, and those of blocked users. */
  'letterbox.hidden': ['map', 'moderation'],
  /** Reports about the own letterbox, with their authors' names. */
  'report.own_letterbox': [],
  /** Letters to imported people, with their names. */
  'invitation.imported': [],
  /** Which other staff have read something. */
  readings: [],
} as const satisfies Record<string, readonly Task[]>

/** Parts whose change needs a fresh proof although the call does not (`freshProof`): prices, and where payments go. */
export const FRESH_PROOF_PARTS: readonly (keyof typeof TASKS_OF_PART)[] = [
  'setting.prices',
  'setting.operator',
]

export type BackOfficeCall = keyof typeof TASKS_OF_CALL
export type BackOfficePart = keyof typeof TASKS_OF_PART

/**
 * What a person whose tasks are limited to an area may do: these calls look only at what is in the area. All others
 * concern the whole community, and the person gets `task_missing`.
 */
export const IN_AREAS: readonly (BackOfficeCall | BackOfficePart)[] = [
  'GET /admin/queues',

  'GET /admin/letterboxes',
  'GET /admin/letterboxes/byId',
  'POST /admin/letterboxes/hide',
  'POST /admin/letterboxes/show',
  'POST /admin/letterboxes/update',
  'POST /admin/letterboxes/verify',
  'POST /admin/letterboxes/unverify',

  'GET /admin/reports',
  'GET /admin/reports/byId',
  'POST /admin/reports/assign',
  'POST /admin/reports/note',
  'POST /admin/reports/settle',
  'POST /admin/reports/reopen',
  'POST /admin/reports/answer',
  'GET /admin/held-messages',
  'GET /admin/held-messages/thanks',
  'POST /admin/held-messages/settleThanks',
  'POST /admin/held-messages/release',
  'POST /admin/held-messages/discard',
  'GET /admin/message-reports',
  'POST /admin/message-reports/assign',
  'POST /admin/message-reports/settle',

  'GET /admin/newcomers',
  'POST /admin/newcomers/letIn',
  'POST /admin/newcomers/decline',

  'GET /admin/orders',
  'GET /admin/orders/byId',
  'POST /admin/orders/note',
  'POST /admin/orders/bulk',
  'POST /admin/orders/ship',
  'POST /admin/orders/unship',
  'GET /admin/orders/packingSlip',
  'POST /admin/orders/packingSlips',
  'POST /admin/orders/packingList',
  'POST /admin/orders/addressLabels',
  'POST /admin/orders/codeStickers',
  'order.address',

  'GET /admin/invitations',
  'GET /admin/invitations/byId',
  'GET /admin/invitations/streets',
  'GET /admin/invitations/houses',
  'POST /admin/invitations/create',
  'POST /admin/invitations/preview',
  'GET /admin/invitations/letters',
  'POST /admin/invitations/revoke',
]

const MATRIX: Readonly<Record<BackOfficeCall | BackOfficePart, readonly Task[]>> = {
  ...TASKS_OF_CALL,
  ...TASKS_OF_PART,
}

/** A person with tasks; empty for a visitor. */
interface Holder {
  tasks: readonly Task[]
  /** The area to which the tasks are limited; null for the whole community. */
  area: Area | null
}

/**
 * Whether a person may make a call, or see or change a part. The server enforces it; the web app uses it for display.
 */
export function may(holder: Holder | null, what: BackOfficeCall | BackOfficePart): boolean {
  if (!holder || (holder.area && !IN_AREAS.includes(what))) return false
  return holder.tasks.some((task) => task === 'administration' || MATRIX[what].includes(task))
}

export const tasksFor = (call: BackOfficeCall): readonly Task[] => [
  ...TASKS_OF_CALL[call],
  'administration',
]

export const isBackOfficeCall = (name: string): name is BackOfficeCall =>
  Object.hasOwn(TASKS_OF_CALL, name)
