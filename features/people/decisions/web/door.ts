export { GroundField } from './admin/ground-field.tsx'
