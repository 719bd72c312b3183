export { countNewTransactions, hasUnseenNews, unseen } from './unseen.queries.ts'
export { findView, forgetToldOf, noteToldOf, setView, unarchive } from './views.queries.ts'
export { secondsUntilTold, type View } from './views.rules.ts'
export { views } from './views.ts'
