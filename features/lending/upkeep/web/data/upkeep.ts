import { useMutation } from '@tanstack/react-query'
import { reloadUser } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { upkeepApi } from '../../contract.ts'

async function showChange() {
  queryClient.invalidateQueries({ queryKey: ['letterboxes'] })
  return reloadUser()
}

/** `until` is the last day away; null ends the holiday. */
export function useUpdateHoliday() {
  return useMutation({
    mutationFn: async (until: string | null) => {
      await call('POST /letterboxes/updateHoliday', { body: { holiday_until: until } })
      return showChange()
    },
  })
}

export function useConfirmItems() {
  return useMutation({
    mutationFn: async () => {
      await call('POST /letterboxes/confirmItems')
      return showChange()
    },
  })
}

/** Answers the yearly mail by its link, logged in or not. */
export function useAnswerConfirmation() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof upkeepApi.answerConfirmation>) =>
      call('POST /letterboxes/answerConfirmation', { body }),
  })
}
