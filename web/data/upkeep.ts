import type { BodyInput } from '@letterlend/contract/endpoint.ts'
import type { letterboxUpkeepApi } from '@letterlend/contract/letterbox-upkeep.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { queryClient } from './query-client.ts'
import { reloadUser } from './session.ts'

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
    mutationFn: (body: BodyInput<typeof letterboxUpkeepApi.answerConfirmation>) =>
      call('POST /letterboxes/answerConfirmation', { body }),
  })
}
