export { answerBands } from './answer-bands.ts'
