import type { adminAnnouncementsApi } from '#features/community/announcements/contract.admin.ts'
import type { announcementsApi } from '#features/community/announcements/contract.ts'
import type { letterboxImportsApi } from '#features/community/imports/contract.admin.ts'
import type { invitationsApi } from '#features/community/joining/invitations/contract.admin.ts'
import type {
  providerRegistrationApi,
  registrationApi,
} from '#features/community/joining/registration/contract.ts'
import type { adminLegalApi } from '#features/community/legal/contract.admin.ts'
import type { legalApi } from '#features/community/legal/contract.ts'
import type {
  adminUsersApi,
  userSecurityEventsApi,
} from '#features/community/members/contract.admin.ts'
import type {
  adminFeedbackApi,
  adminMessageReportsApi,
  adminReportsApi,
  heldMessagesApi,
} from '#features/community/moderation/contract.admin.ts'
import type {
  generalFeedbacksApi,
  messageReportsApi,
  reportsApi,
} from '#features/community/moderation/contract.ts'
import type { movedMailApi } from '#features/community/moving/contract.admin.ts'
import type { adminBackupsApi } from '#features/community/operations/backups/contract.admin.ts'
import type { backupsApi } from '#features/community/operations/backups/contract.ts'
import type { keysApi } from '#features/community/operations/keys/contract.admin.ts'
import type { updatesApi } from '#features/community/operations/updates/contract.admin.ts'
import type { webhooksApi } from '#features/community/operations/webhooks/contract.admin.ts'
import type { profileApi } from '#features/community/profile/contract.ts'
import type { settingsApi } from '#features/community/settings/contract.admin.ts'
import type { impactApi } from '#features/community/statistics/impact/contract.ts'
import type { adminOverviewApi } from '#features/community/statistics/overview/contract.admin.ts'
import type { blocksApi } from '#features/lending/blocks/contract.ts'
import type { listsApi } from '#features/lending/conversations/lists/contract.ts'
import type { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import type { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import type { householdApi } from '#features/lending/household/contract.ts'
import type { loansApi } from '#features/lending/loans/contract.ts'
import type { upkeepApi } from '#features/lending/upkeep/contract.ts'
import type { waitsApi } from '#features/lending/waits/contract.ts'
import type { wishesApi } from '#features/lending/wishes/contract.ts'
import type { accountsApi } from '#features/people/accounts/contract.ts'
import type { securityEventsApi } from '#features/people/accounts/security-events/contract.ts'
import type { sessionsApi } from '#features/people/accounts/sessions/contract.ts'
import type { userSettingsApi } from '#features/people/accounts/user-settings/contract.ts'
import type { auditApi } from '#features/people/audit/contract.admin.ts'
import type { adminDecisionsApi } from '#features/people/decisions/contract.admin.ts'
import type { decisionsApi } from '#features/people/decisions/contract.ts'
import type { newcomersApi } from '#features/people/newcomers/contract.admin.ts'
import type { mailApi } from '#features/people/notifications/contract.mails.ts'
import type {
  mailSettingsApi,
  notificationsApi,
  pushApi,
} from '#features/people/notifications/contract.ts'
import type { rolesApi } from '#features/people/roles/contract.admin.ts'
import type { adminAccessTokensApi } from '#features/people/sign-in/access-tokens/contract.admin.ts'
import type { accessTokensApi } from '#features/people/sign-in/access-tokens/contract.ts'
import type { identityProvidersApi } from '#features/people/sign-in/identity-providers/contract.ts'
import type { passkeysApi } from '#features/people/sign-in/passkeys/contract.ts'
import type { secondFactorsApi } from '#features/people/sign-in/second-factors/contract.ts'
import type { geocodingApi } from '#features/places/geocoding/contract.ts'
import type { adminItemsApi } from '#features/places/items/contract.admin.ts'
import type { itemsApi } from '#features/places/items/contract.ts'
import type { letterboxCodesApi } from '#features/places/letterboxes/codes/contract.ts'
import type { adminLetterboxesApi } from '#features/places/letterboxes/contract.admin.ts'
import type { letterboxExportApi } from '#features/places/letterboxes/contract.export.ts'
import type { letterboxItemsApi } from '#features/places/letterboxes/contract.items.ts'
import type { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import type { letterboxNewsApi } from '#features/places/letterboxes/news/contract.ts'
import type { privacyApi } from '#features/places/letterboxes/privacy/contract.ts'
import type { stickerSheetApi } from '#features/places/letterboxes/sticker-sheet/contract.ts'
import type { membershipsApi } from '#features/shop/memberships/contract.ts'
import type { bankStatementsApi } from '#features/shop/orders/bank-statements/contract.admin.ts'
import type { cashBookApi } from '#features/shop/orders/cash-book/contract.admin.ts'
import type { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import type { ordersApi } from '#features/shop/orders/contract.ts'
import type { orderIdeasApi } from '#features/shop/orders/ideas/contract.admin.ts'
import type { refundsApi } from '#features/shop/orders/paying/contract.admin.ts'
import type { productsApi } from '#features/shop/orders/products/contract.ts'
import type { adminParcelsApi } from '#features/shop/parcels/contract.admin.ts'
import type { parcelsApi } from '#features/shop/parcels/contract.ts'
import type { paymentsApi } from '#features/shop/payments/contract.ts'
import type { captchaApi } from '#platform/shared/captcha.ts'
import type { configApi } from '#platform/shared/config.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'

/** The calls of all features. Only types: a client that names a call loads no schema. */
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
  | typeof adminMessageReportsApi
  | typeof adminReportsApi
  | typeof announcementsApi
  | typeof auditApi
  | typeof bankStatementsApi
  | typeof blocksApi
  | typeof captchaApi
  | typeof configApi
  | typeof adminDecisionsApi
  | typeof decisionsApi
  | typeof generalFeedbacksApi
  | typeof geocodingApi
  | typeof heldMessagesApi
  | typeof householdApi
  | typeof impactApi
  | typeof invitationsApi
  | typeof itemsApi
  | typeof adminLegalApi
  | typeof legalApi
  | typeof letterboxExportApi
  | typeof letterboxNewsApi
  | typeof letterboxImportsApi
  | typeof letterboxItemsApi
  | typeof updatesApi
  | typeof adminBackupsApi
  | typeof backupsApi
  | typeof webhooksApi
  | typeof keysApi
  | typeof upkeepApi
  | typeof letterboxesApi
  | typeof loansApi
  | typeof mailApi
  | typeof membershipsApi
  | typeof movedMailApi
  | typeof messageReportsApi
  | typeof mailSettingsApi
  | typeof newcomersApi
  | typeof notificationsApi
  | typeof orderIdeasApi
  | typeof ordersApi
  | typeof adminParcelsApi
  | typeof letterboxCodesApi
  | typeof parcelsApi
  | typeof profileApi
  | typeof providerRegistrationApi
  | typeof registrationApi
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
  | typeof accessTokensApi
  | typeof adminAccessTokensApi
  | typeof securityEventsApi
  | typeof userSecurityEventsApi
  | typeof sessionsApi
  | typeof settingsApi
  | typeof stickerSheetApi
  | typeof listsApi
  | typeof messagesApi
  | typeof userSettingsApi
  | typeof waitsApi
  | typeof wishesApi

type EndpointsOf<Table> = Table extends Table ? Table[keyof Table] : never
type AnyEndpoint = Extract<EndpointsOf<Tables>, Endpoint>

/** A client's name for a call, such as `GET /items`. */
export type CallName = AnyEndpoint extends infer E extends Endpoint
  ? E extends E
    ? `${E['method']} ${E['path']}`
    : never
  : never

export type EndpointOf<Name extends CallName> = Name extends `${infer Method} ${infer Path}`
  ? Extract<AnyEndpoint, { method: Method; path: Path }>
  : never
