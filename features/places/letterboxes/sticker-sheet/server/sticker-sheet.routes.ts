import type { FastifyInstance } from 'fastify'
import { readSticker } from '#features/places/items/server/door.ts'
import { ownCodeOf } from '#features/places/letterboxes/codes/server/door.ts'
import {
  findLetterboxOfUser,
  listItemsOfLetterbox,
} from '#features/places/letterboxes/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { paths } from '#platform/shared/paths.ts'
import { stickerSheetApi } from '../contract.ts'
import { sheetWordsIn } from './sheet-words.ts'

/** The short address of a letterbox. */
async function linkOf(deps: Deps, letterboxId: string): Promise<string> {
  const { code } = await ownCodeOf(deps, letterboxId)
  return deps.config.publicUrl + paths.letterboxCode(code)
}

/** The stickers of a letterbox as a PDF, for those who manage it. */
export function addStickerSheetRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(
    app,
    deps,
    'letterboxes',
    stickerSheetApi,
    {
      async stickerSheet({ query, viewer, reply }) {
        const own = await findLetterboxOfUser(orm, viewer.id)
        const items = own ? await listItemsOfLetterbox(orm, own.letterbox.id) : []
        const chosenItems = items.filter(({ id }) => query.item_ids?.includes(id) ?? true)
        if (chosenItems.length === 0) throw new AppError('not_found')
        const lang = query.lang ?? viewer.lang
        // Loaded with the first sheet, because it brings fonts and the PDF library.
        const { renderStickerSheet } = await import('./sheet-paper.ts')
        const link = query.code && own ? await linkOf(deps, own.letterbox.id) : null
        const content = await renderStickerSheet(
          chosenItems,
          { copies: query.copies, lang, link },
          { name: deps.settings.current().brand.name, logo: deps.settings.logo() },
          (path) => readSticker(orm, path),
        )
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${sheetWordsIn(lang).file}.pdf"`)
          .send(content)
      },
    },
    { stickerSheet: 'printed_sheets' },
  )
}
