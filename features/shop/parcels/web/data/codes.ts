import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/data/api-client.ts'

/** Queries the address of a code without using it up. */
export function useAboutCode() {
  return useMutation({
    mutationFn: (code: string) => call('POST /letterboxes/aboutCode', { body: { code } }),
  })
}

/** Whether an unclaimed imported letterbox stands at the user's address. */
export function useListedAlready() {
  return useQuery({
    queryKey: ['listed-already'],
    queryFn: ({ signal }) => call('GET /letterboxes/listedAlready', { signal }),
    // The address may have been corrected meanwhile.
    gcTime: 0,
  })
}
