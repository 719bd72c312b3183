export { followConfirmation, letEverybodyIn, letIn } from './newcomers.deciding.ts'
export { countNewcomers } from './newcomers.queries.ts'
export { REMOVE_DECLINED } from './newcomers.questions.ts'
export { newcomers } from './newcomers.ts'
