export { CodeForm } from './code-form.tsx'
export { ListedNotice } from './listed-notice.tsx'
export { ParcelScreen } from './parcel-screen.tsx'
