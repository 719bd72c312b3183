export { SuspensionSuggestions } from './admin/suspension-suggestions.tsx'
