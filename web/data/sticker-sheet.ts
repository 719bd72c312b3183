import type { QueryInput } from '@letterlend/contract/endpoint.ts'
import type { stickerSheetApi } from '@letterlend/contract/sticker-sheet.ts'
import { useMutation } from '@tanstack/react-query'
import { callForFile } from './api-client.ts'

/** The own stickers as a PDF. */
export function useStickerSheet() {
  return useMutation({
    mutationFn: (query: QueryInput<typeof stickerSheetApi.stickerSheet>) =>
      callForFile('GET /letterboxes/stickerSheet', { query }),
  })
}
