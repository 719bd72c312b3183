import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import type { Failure } from './use-paying.ts'

export function PaymentFailure({ failure }: { failure: Failure | null }) {
  if (!failure) return null
  return (
    <Notice kind="error" {...(failure.title && { title: failure.title })}>
      {failure.words}
    </Notice>
  )
}
