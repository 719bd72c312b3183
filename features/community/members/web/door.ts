export { SuspensionSuggestions } from './suspension-suggestions.tsx'
