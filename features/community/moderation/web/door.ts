export { MessagesScreen } from './admin/messages-screen.tsx'
