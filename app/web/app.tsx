import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { BrowserRouter } from 'react-router'
import { queryClient } from '#platform/web/data/query-client.ts'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { Layout } from './layout/layout.tsx'
import { AppRoutes } from './router.tsx'

/** `loginToken`: the token of the login link that opened the app. */
export function App({ loginToken }: { loginToken: string | null }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <BrowserRouter>
            <Layout>
              <AppRoutes loginToken={loginToken} />
            </Layout>
          </BrowserRouter>
        </ErrorBoundary>
      </QueryClientProvider>
    </StrictMode>
  )
}
