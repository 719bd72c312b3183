import type { Feature } from '#platform/server/feature.ts'
import { addStickerSheetRoutes } from './sticker-sheet.routes.ts'

export const stickerSheet: Feature = {
  name: 'sticker-sheet',
  routes: addStickerSheetRoutes,
}
