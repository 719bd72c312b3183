import type { Feature } from '#platform/server/feature.ts'
import { addProfileRoutes } from './profile.routes.ts'

/** The account as its owner sees it. */
export const profile: Feature = { name: 'profile', routes: addProfileRoutes }
