export { NewVersion } from './new-version.tsx'
