export { MessagesScreen } from './messages-screen.tsx'
