import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { queryClient } from '#platform/web/data/query-client.ts'
import { EmbedMap } from './embed-map.tsx'

/** The map inside another site's page: without navigation, account, or anything that could be changed. */
export function EmbedApp() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <EmbedMap />
      </QueryClientProvider>
    </StrictMode>
  )
}
