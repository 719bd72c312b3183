export { ItemsConfirmed } from './items-confirmed.tsx'
export { SilenceNotice } from './silence-notice.tsx'
