import { eq } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { blocks as blocksTable } from '#platform/server/identity/tables.ts'
import { addBlockRoutes } from './blocks.routes.ts'

export const blocks: Feature = {
  name: 'blocks',
  routes: addBlockRoutes,
  // Blocks by others are left out: nobody is told who has blocked them.
  personalData: [{ table: blocksTable, where: ({ id }) => eq(blocksTable.blocker_id, id) }],
}
