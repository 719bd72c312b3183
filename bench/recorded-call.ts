import type { Question } from '#app/server/testing/asked-questions.ts'

/** The request header with the name of the call that is to be recorded. */
export const CALL_HEADER = 'x-bench-call'

/** A line of what is recorded. */
export interface RecordedCall {
  name: string
  questions: Question[]
}
