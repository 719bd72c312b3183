import { useMutation } from '@tanstack/react-query'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import type { reportsApi } from '../../contract.ts'

/** Sends a report. `takeCaptcha`: the proof of work of a visitor; undefined where the server wants none. */
export function useStoreReport(takeCaptcha: () => Promise<string | undefined>) {
  return useMutation({
    mutationFn: async (report: BodyInput<typeof reportsApi.store>) => {
      const captcha = await takeCaptcha()
      return call('POST /reports/store', { body: { ...report, ...(captcha && { captcha }) } })
    },
  })
}
