import type { BodyInput } from '@letterlend/contract/endpoint.ts'
import type { generalFeedbacksApi } from '@letterlend/contract/general-feedbacks.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from './api-client.ts'

export function useSendFeedback() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof generalFeedbacksApi.send>) =>
      call('POST /general-feedbacks/send', { body }),
  })
}
