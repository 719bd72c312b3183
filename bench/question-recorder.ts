import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AskedQuestions } from '#app/server/testing/asked-questions.ts'
import { CALL_HEADER, type RecordedCall } from './recorded-call.ts'

// Loaded into a server before its own code (`node --import`), only while nothing is measured.
// Records the database statements of each call that has a name in its header.

const file = process.env.BENCH_QUESTIONS_FILE
if (!file) throw new Error('Unexpected start without BENCH_QUESTIONS_FILE')
const asked = new AskedQuestions()
subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  const questions = asked.begin()
  const name = request.headers[CALL_HEADER]
  if (typeof name !== 'string') return
  response.once('finish', () => {
    const recorded: RecordedCall = { name, questions: questions() }
    appendFileSync(file, `${JSON.stringify(recorded)}\n`)
  })
})
