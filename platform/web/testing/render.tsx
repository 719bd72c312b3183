import screens from 'virtual:texts/screens'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { queryClient } from '../data/query-client.ts'
import { addTexts, showLanguage } from '../start/texts.ts'
import { Mantine } from '../ui/mantine.tsx'

/** Loads English texts for the component, and those of other languages for texts to their readers. */
export async function startEnglish() {
  for (const language of LANGUAGES) addTexts(language, screens[language])
  await showLanguage('en')
}

/** Renders a component like the app does, in English, at `path`. */
export async function renderInApp(component: ReactNode, path = '/') {
  await startEnglish()
  queryClient.clear()
  return render(
    <Mantine>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>{component}</MemoryRouter>
      </QueryClientProvider>
    </Mantine>,
  )
}

interface TableAnswer {
  status?: number
  body?: unknown
  /** Seconds. */
  retryAfter?: number
}
type Answers = Record<string, (body: unknown) => TableAnswer>

/**
 * A fetch that answers from a table (`'POST /auth/login'`) and records its calls. Calls that are not in the table get
 * 404.
 */
export function answeringFetch(answers: Answers) {
  const calls: { name: string; body: unknown }[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    const path = String(url)
      .replace(/^\/api\/v1/, '')
      .split('?')[0]
    const name = `${init?.method ?? 'GET'} ${path}`
    const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined
    calls.push({ name, body })
    const tableAnswer: TableAnswer = answers[name]?.(body) ?? {
      status: 404,
      body: { code: 'not_found', message: '' },
    }
    const { status = 200, body: answer, retryAfter } = tableAnswer
    const headers = new Headers()
    if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter))
    return new Response(status === 204 ? null : JSON.stringify(answer), { status, headers })
  }
  return { fetch, calls }
}
