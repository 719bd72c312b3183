export { CasesScreen } from './admin/cases-screen.tsx'
