import { useEffect, useEffectEvent, useState } from 'react'
import type { StepBodies } from '#features/lending/conversations/outbox/web/door.ts'
import type { LoanStep } from '#features/lending/conversations/transactions/loan-steps.ts'
import type { ApiError } from '#platform/web/data/api-client.ts'
import { isOvertaken, type LoanSteps } from './use-loan-step.ts'

export interface StepInDialog {
  send: <S extends LoanStep>(step: S, body: StepBodies[S]) => void
  pending: boolean
  /** Why the server refused the step; undefined if another person was faster, which the request itself shows. */
  error: ApiError | undefined
}

/**
 * Sends the step of a form.
 * @param onTaken called once the server has confirmed the step, the step waits for the network, or another person
 * was faster, so that the form is outdated
 */
export function useStepInDialog({ take, unsent }: LoanSteps, onTaken: () => void): StepInDialog {
  const [requestId, setRequestId] = useState<string | null>(null)
  const entry = unsent?.request_id === requestId ? unsent : null
  const overtaken = entry !== null && isOvertaken(entry)
  const isSettled = requestId !== null && (entry === null || entry.state === 'waiting' || overtaken)
  const tell = useEffectEvent(onTaken)
  useEffect(() => {
    if (isSettled) tell()
  }, [isSettled])
  return {
    send: (step, body) => setRequestId(take(step, body)),
    pending: entry?.state === 'sending',
    error: entry?.state === 'failed' && !overtaken ? entry.error : undefined,
  }
}
