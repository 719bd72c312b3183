import { useMutation } from '@tanstack/react-query'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import type { generalFeedbacksApi } from '../../contract.ts'

export function useSendFeedback() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof generalFeedbacksApi.send>) =>
      call('POST /general-feedbacks/send', { body }),
  })
}
