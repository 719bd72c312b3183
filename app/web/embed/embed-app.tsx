import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { queryClient } from '#platform/web/data/query-client.ts'
import { applyLook } from './embed-look.ts'
import { EmbedMap } from './embed-map.tsx'
import { embeddedFrom } from './embed-url.ts'

applyLook(embeddedFrom(window.location.search))

/** The map for embedding in another site: without navigation, account or editing. */
export function EmbedApp() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <EmbedMap />
      </QueryClientProvider>
    </StrictMode>
  )
}
