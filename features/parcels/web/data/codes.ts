import { useMutation } from '@tanstack/react-query'
import { call } from '#platform/web/data/api-client.ts'

/** Asks where the parcel or the letter with a code went; the code is not used up. */
export function useAboutCode() {
  return useMutation({
    mutationFn: (code: string) => call('POST /letterboxes/aboutCode', { body: { code } }),
  })
}
