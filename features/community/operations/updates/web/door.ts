export { NewVersion } from './admin/new-version.tsx'
