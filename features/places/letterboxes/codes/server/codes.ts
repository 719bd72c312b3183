import { inArray, sql } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { letterboxes } from '../../tables.ts'
import { letterbox_codes } from '../tables.ts'
import { addCodeRoutes } from './codes.routes.ts'

export const codes: Feature = {
  name: 'codes',
  routes: addCodeRoutes,
  personalData: [
    {
      table: letterbox_codes,
      where: ({ id }) =>
        inArray(
          letterbox_codes.letterbox_id,
          sql`(SELECT ${letterboxes.id} FROM ${letterboxes} WHERE ${letterboxes.user_id} = ${id})`,
        ),
    },
  ],
}
