export type { OutlinePicker } from './admin/area-of-person.tsx'
export { RolesScreen } from './admin/roles-screen.tsx'
