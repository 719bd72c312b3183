import type { accountsApi } from './accounts.ts'
import type { adminAnnouncementsApi } from './admin-announcements.ts'
import type { adminFeedbackApi } from './admin-feedback.ts'
import type { adminItemsApi } from './admin-items.ts'
import type { adminLetterboxesApi } from './admin-letterboxes.ts'
import type { adminOrdersApi } from './admin-orders.ts'
import type { adminOverviewApi } from './admin-overview.ts'
import type { adminReportsApi } from './admin-reports.ts'
import type { adminUsersApi } from './admin-users.ts'
import type { announcementsApi } from './announcements.ts'
import type { auditApi } from './audit.ts'
import type { bankStatementsApi } from './bank-statements.ts'
import type { blocksApi } from './blocks.ts'
import type { captchaApi } from './captcha.ts'
import type { configApi } from './config.ts'
import type { Endpoint } from './endpoint.ts'
import type { generalFeedbacksApi } from './general-feedbacks.ts'
import type { geocodingApi } from './geocoding.ts'
import type { heldMessagesApi } from './held-messages.ts'
import type { householdApi } from './household.ts'
import type { impactApi } from './impact.ts'
import type { itemsApi } from './items.ts'
import type { letterboxExportApi } from './letterbox-export.ts'
import type { letterboxImportsApi } from './letterbox-imports.ts'
import type { letterboxUpkeepApi } from './letterbox-upkeep.ts'
import type { letterboxesApi } from './letterboxes.ts'
import type { loansApi } from './loans.ts'
import type { mailApi } from './mail.ts'
import type { membershipsApi } from './memberships.ts'
import type { messageReportsApi } from './message-reports.ts'
import type { notificationsApi, pushApi } from './notifications.ts'
import type { orderIdeasApi } from './order-ideas.ts'
import type { ordersApi } from './orders.ts'
import type { parcelsApi } from './parcels.ts'
import type { passkeysApi } from './passkeys.ts'
import type { paymentsApi } from './payments.ts'
import type { privacyApi } from './privacy.ts'
import type { productsApi } from './products.ts'
import type { refundsApi } from './refunds.ts'
import type { reportsApi } from './reports.ts'
import type { sessionsApi } from './sessions.ts'
import type { settingsApi } from './settings.ts'
import type { stickerSheetApi } from './sticker-sheet.ts'
import type { transactionsApi } from './transactions.ts'
import type { userSettingsApi } from './user-settings.ts'
import type { wishesApi } from './wishes.ts'

/** The calls of every noun. Types alone: a client names a call and loads none of the schemas. */
type Tables =
  | typeof accountsApi
  | typeof adminLetterboxesApi
  | typeof adminItemsApi
  | typeof adminOrdersApi
  | typeof adminOverviewApi
  | typeof adminAnnouncementsApi
  | typeof adminUsersApi
  | typeof adminFeedbackApi
  | typeof adminReportsApi
  | typeof announcementsApi
  | typeof auditApi
  | typeof bankStatementsApi
  | typeof blocksApi
  | typeof captchaApi
  | typeof configApi
  | typeof generalFeedbacksApi
  | typeof geocodingApi
  | typeof heldMessagesApi
  | typeof householdApi
  | typeof impactApi
  | typeof itemsApi
  | typeof letterboxExportApi
  | typeof letterboxImportsApi
  | typeof letterboxUpkeepApi
  | typeof letterboxesApi
  | typeof loansApi
  | typeof mailApi
  | typeof membershipsApi
  | typeof messageReportsApi
  | typeof notificationsApi
  | typeof orderIdeasApi
  | typeof ordersApi
  | typeof parcelsApi
  | typeof passkeysApi
  | typeof paymentsApi
  | typeof privacyApi
  | typeof productsApi
  | typeof pushApi
  | typeof refundsApi
  | typeof reportsApi
  | typeof sessionsApi
  | typeof settingsApi
  | typeof stickerSheetApi
  | typeof transactionsApi
  | typeof userSettingsApi
  | typeof wishesApi

type EndpointsOf<Table> = Table extends Table ? Table[keyof Table] : never
type AnyEndpoint = Extract<EndpointsOf<Tables>, Endpoint>

/** How a client names a call, such as `GET /items`. */
export type CallName = AnyEndpoint extends infer E extends Endpoint
  ? E extends E
    ? `${E['method']} ${E['path']}`
    : never
  : never

export type EndpointOf<Name extends CallName> = Name extends `${infer Method} ${infer Path}`
  ? Extract<AnyEndpoint, { method: Method; path: Path }>
  : never
