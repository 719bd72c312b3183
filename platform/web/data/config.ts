import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PublicConfig } from '#platform/shared/config.ts'
import { call } from './api-client.ts'

export const CONFIG_KEY = ['config'] as const

/** For code that needs the settings before the first screen is rendered. */
export const configQuery = queryOptions({
  queryKey: CONFIG_KEY,
  queryFn: ({ signal }) => call('GET /config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Public settings of the community; undefined until they arrive. Changed settings show with the next page
 * that is loaded.
 */
export function useConfig(): PublicConfig | undefined {
  return useQuery(configQuery).data
}

export function useBrandName(): string {
  return useConfig()?.brand.name ?? 'Letterlend'
}
