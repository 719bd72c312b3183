export { WaitingNotice } from './waiting-notice.tsx'
