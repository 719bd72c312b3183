import { useMutation } from '@tanstack/react-query'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import type { generalFeedbacksApi, reportsApi } from '../../contract.ts'

/** Sends a report. `takeCaptcha` returns a visitor's proof of work; undefined if the server does not need one. */
export function useStoreReport(takeCaptcha: () => Promise<string | undefined>) {
  return useMutation({
    mutationFn: async (report: BodyInput<typeof reportsApi.store>) => {
      const captcha = await takeCaptcha()
      return call('POST /reports/store', { body: { ...report, ...(captcha && { captcha }) } })
    },
  })
}

export function useSendFeedback() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof generalFeedbacksApi.send>) =>
      call('POST /general-feedbacks/send', { body }),
  })
}
