export { letEverybodyIn, letIn } from './newcomers.deciding.ts'
export { countNewcomers } from './newcomers.queries.ts'
export { LETTERBOXES_OF, type LetterboxesOf } from './newcomers.questions.ts'
export { newcomers } from './newcomers.ts'
