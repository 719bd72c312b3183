import type { Feature } from '#platform/server/feature.ts'
import { addRegistrationRoutes } from './registration.routes.ts'

/** Becoming a user, by a form or with an account elsewhere. */
export const registration: Feature = { name: 'registration', routes: addRegistrationRoutes }
