import type { Feature } from '#platform/server/feature.ts'
import { addRegistrationRoutes } from './registration.routes.ts'

/** Registration, with a form or with an account of a provider. */
export const registration: Feature = { name: 'registration', routes: addRegistrationRoutes }
