import type { accountsApi } from '#features/accounts/contract.ts'
import type { adminAnnouncementsApi } from '#features/announcements/contract.admin.ts'
import type { announcementsApi } from '#features/announcements/contract.ts'
import type { auditApi } from '#features/audit/contract.ts'
import type { backupsApi } from '#features/backups/contract.ts'
import type { bankStatementsApi } from '#features/bank-statements/contract.ts'
import type { blocksApi } from '#features/blocks/contract.ts'
import type { decisionsApi } from '#features/decisions/contract.ts'
import type { adminFeedbackApi } from '#features/general-feedbacks/contract.admin.ts'
import type { generalFeedbacksApi } from '#features/general-feedbacks/contract.ts'
import type { geocodingApi } from '#features/geocoding/contract.ts'
import type { heldMessagesApi } from '#features/held-messages/contract.ts'
import type { householdApi } from '#features/household/contract.ts'
import type { identityProvidersApi } from '#features/identity-providers/contract.ts'
import type { impactApi } from '#features/impact/contract.ts'
import type { letterboxImportsApi } from '#features/imports/contract.ts'
import type { invitationsApi } from '#features/invitations/contract.ts'
import type { adminItemsApi } from '#features/items/contract.admin.ts'
import type { itemsApi } from '#features/items/contract.ts'
import type { keysApi } from '#features/keys/contract.ts'
import type { legalApi } from '#features/legal/contract.ts'
import type { adminLetterboxesApi } from '#features/letterboxes/contract.admin.ts'
import type { letterboxExportApi } from '#features/letterboxes/contract.export.ts'
import type { letterboxItemsApi } from '#features/letterboxes/contract.items.ts'
import type { letterboxesApi } from '#features/letterboxes/contract.ts'
import type { loansApi } from '#features/loans/contract.ts'
import type { membershipsApi } from '#features/memberships/contract.ts'
import type { messageReportsApi } from '#features/message-reports/contract.ts'
import type { newcomersApi } from '#features/newcomers/contract.ts'
import type { mailApi } from '#features/notifications/contract.mails.ts'
import type {
  mailSettingsApi,
  notificationsApi,
  pushApi,
} from '#features/notifications/contract.ts'
import type { adminOrdersApi } from '#features/orders/contract.admin.ts'
import type { cashBookApi } from '#features/orders/contract.cash-book.ts'
import type { orderIdeasApi } from '#features/orders/contract.ideas.ts'
import type { refundsApi } from '#features/orders/contract.refunds.ts'
import type { ordersApi } from '#features/orders/contract.ts'
import type { adminOverviewApi } from '#features/overview/contract.ts'
import type { parcelsApi } from '#features/parcels/contract.ts'
import type { passkeysApi } from '#features/passkeys/contract.ts'
import type { paymentsApi } from '#features/payments/contract.ts'
import type { privacyApi } from '#features/privacy/contract.ts'
import type { productsApi } from '#features/products/contract.ts'
import type { adminReportsApi } from '#features/reports/contract.admin.ts'
import type { reportsApi } from '#features/reports/contract.ts'
import type { requestsApi } from '#features/requests/contract.ts'
import type { rolesApi } from '#features/roles/contract.ts'
import type { secondFactorsApi } from '#features/second-factors/contract.ts'
import type { securityEventsApi } from '#features/security-events/contract.ts'
import type { sessionsApi } from '#features/sessions/contract.ts'
import type { settingsApi } from '#features/settings/contract.ts'
import type { stickerSheetApi } from '#features/sticker-sheet/contract.ts'
import type { transactionsApi } from '#features/transactions/contract.ts'
import type { updatesApi } from '#features/updates/contract.ts'
import type { upkeepApi } from '#features/upkeep/contract.ts'
import type { userSettingsApi } from '#features/user-settings/contract.ts'
import type { adminUsersApi } from '#features/users/contract.ts'
import type { wishesApi } from '#features/wishes/contract.ts'
import type { captchaApi } from '#platform/shared/captcha.ts'
import type { configApi } from '#platform/shared/config.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'

/** The calls of every noun. Types alone: a client names a call and loads none of the schemas. */
type Tables =
  | typeof accountsApi
  | typeof adminLetterboxesApi
  | typeof adminItemsApi
  | typeof adminOrdersApi
  | typeof cashBookApi
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
  | typeof decisionsApi
  | typeof generalFeedbacksApi
  | typeof geocodingApi
  | typeof heldMessagesApi
  | typeof householdApi
  | typeof impactApi
  | typeof invitationsApi
  | typeof itemsApi
  | typeof legalApi
  | typeof letterboxExportApi
  | typeof letterboxImportsApi
  | typeof letterboxItemsApi
  | typeof updatesApi
  | typeof backupsApi
  | typeof keysApi
  | typeof upkeepApi
  | typeof letterboxesApi
  | typeof loansApi
  | typeof mailApi
  | typeof membershipsApi
  | typeof messageReportsApi
  | typeof mailSettingsApi
  | typeof newcomersApi
  | typeof notificationsApi
  | typeof orderIdeasApi
  | typeof ordersApi
  | typeof parcelsApi
  | typeof identityProvidersApi
  | typeof passkeysApi
  | typeof paymentsApi
  | typeof privacyApi
  | typeof productsApi
  | typeof pushApi
  | typeof refundsApi
  | typeof reportsApi
  | typeof requestsApi
  | typeof rolesApi
  | typeof secondFactorsApi
  | typeof securityEventsApi
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
