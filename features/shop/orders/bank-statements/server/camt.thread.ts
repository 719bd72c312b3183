import { answerFromThread } from '#platform/server/uploads/answer-from-thread.ts'
import { type BankStatement, CamtError, readCamt } from './camt.ts'

export type ReadStatement = BankStatement | { refused: string }

function read(xml: string): ReadStatement {
  try {
    return readCamt(xml)
  } catch (error) {
    if (error instanceof CamtError) return { refused: error.message }
    throw error
  }
}

await answerFromThread(read)
