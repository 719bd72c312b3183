import type { Question } from '#app/server/testing/asked-questions.ts'

/** Request header with the name of the call to record. */
export const CALL_HEADER = 'x-bench-call'

export interface RecordedCall {
  name: string
  questions: Question[]
}
