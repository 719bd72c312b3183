import { ADMIN_SCREENS } from './admin-screens.ts'
import { MAIN_MAP_SCREENS, MAP_SCREENS } from './map-screens.ts'
import { MAIN_MEMBER_SCREENS, MEMBER_SCREENS } from './member-screens.ts'
import { MAIN_NEWCOMER_SCREENS, NEWCOMER_SCREENS } from './newcomer-screens.ts'
import { ORDER_SCREENS } from './order-screens.ts'
import { MAIN_PAYMENT_SCREENS, PAYMENT_SCREENS } from './payment-screens.ts'
import type { Screen } from './stage.ts'
import { MAIN_VISITOR_SCREENS, VISITOR_SCREENS } from './visitor-screens.ts'

/** The screens from the map to an answered request, which `npm test` checks. */
export const MAIN_SCREENS: Screen[] = [
  ...MAIN_MAP_SCREENS,
  ...MAIN_VISITOR_SCREENS,
  ...MAIN_NEWCOMER_SCREENS,
  ...MAIN_MEMBER_SCREENS,
  ...MAIN_PAYMENT_SCREENS,
]

/** Every screen of the app. Each works alone, except that those of the newcomer need this order. */
export const SCREENS: Screen[] = [
  ...MAIN_SCREENS,
  ...MAP_SCREENS,
  ...VISITOR_SCREENS,
  ...ORDER_SCREENS,
  ...NEWCOMER_SCREENS,
  ...MEMBER_SCREENS,
  ...PAYMENT_SCREENS,
  ...ADMIN_SCREENS,
]
