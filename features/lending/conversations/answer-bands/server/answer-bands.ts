import type { Feature } from '#platform/server/feature.ts'
import { computingAnswers } from './computing-answers.ts'

export const answerBands: Feature = {
  name: 'answer-bands',
  jobs: [computingAnswers],
}
