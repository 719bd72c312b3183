import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/data/api-client.ts'

/** Asks where the parcel or the letter with a code went; the code is not used up. */
export function useAboutCode() {
  return useMutation({
    mutationFn: (code: string) => call('POST /letterboxes/aboutCode', { body: { code } }),
  })
}

/** Whether a letterbox that the community has entered, and nobody has claimed, stands at the own address. */
export function useListedAlready() {
  return useQuery({
    queryKey: ['listed-already'],
    queryFn: ({ signal }) => call('GET /letterboxes/listedAlready', { signal }),
    // The address may have been corrected meanwhile.
    gcTime: 0,
  })
}
