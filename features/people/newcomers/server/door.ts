export { letEverybodyIn, letIn, tellOfPlace } from './deciding.ts'
export { countNewcomers } from './newcomers.queries.ts'
export { newcomers } from './newcomers.ts'
export { LETTERBOXES_OF, type LetterboxesOf } from './questions.ts'
