import { useMutation } from '@tanstack/react-query'
import type { QueryInput } from '#platform/shared/endpoint.ts'
import { callForFile } from '#platform/web/data/api-client.ts'
import type { stickerSheetApi } from '../../contract.ts'

/** Downloads the user's stickers as a PDF. */
export function useStickerSheet() {
  return useMutation({
    mutationFn: (query: QueryInput<typeof stickerSheetApi.stickerSheet>) =>
      callForFile('GET /letterboxes/stickerSheet', { query }),
  })
}
