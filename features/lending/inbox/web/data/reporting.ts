import { useMutation } from '@tanstack/react-query'
import type { MessageReportReason } from '#features/lending/conversations/messages/message-report-reasons.ts'
import { call } from '#platform/web/data/api-client.ts'

interface ReportedMessage {
  message_id: string
  reason: MessageReportReason
  note: string
}

/** Reports a message to the moderators; reporting it again has no effect. */
export function useReportMessage() {
  return useMutation({
    mutationFn: (report: ReportedMessage) => call('POST /reports/storeMessage', { body: report }),
  })
}
