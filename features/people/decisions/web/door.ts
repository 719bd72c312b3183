export { GroundField } from './ground-field.tsx'
