import type { BodyInput } from '@letterlend/contract/endpoint.ts'
import type { messageReportsApi } from '@letterlend/contract/message-reports.ts'
import type { reportsApi } from '@letterlend/contract/reports.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from './api-client.ts'

/** `takeCaptcha`: the proof of work of a visitor, undefined where none is asked for. */
export function useStoreReport(takeCaptcha: () => Promise<string | undefined>) {
  return useMutation({
    mutationFn: async (report: BodyInput<typeof reportsApi.store>) => {
      const captcha = await takeCaptcha()
      return call('POST /reports/store', { body: { ...report, ...(captcha && { captcha }) } })
    },
  })
}

/** Tells the moderators of a message; a second time it does nothing. */
export function useReportMessage() {
  return useMutation({
    mutationFn: (report: BodyInput<typeof messageReportsApi.store>) =>
      call('POST /reports/storeMessage', { body: report }),
  })
}
