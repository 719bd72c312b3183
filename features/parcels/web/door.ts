export { CodeForm } from './code-form.tsx'
export { ParcelScreen } from './parcel-screen.tsx'
