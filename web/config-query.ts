import { configApi, type PublicConfig } from '@letterlend/contract/config.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from './api-client.ts'

export const CONFIG_KEY = ['config'] as const

/** Public settings of the community; undefined until they arrive. They change with a restart only. */
export function useConfig(): PublicConfig | undefined {
  const { data } = useQuery({
    queryKey: CONFIG_KEY,
    queryFn: ({ signal }) => call(configApi.get, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

export function useBrandName(): string {
  return useConfig()?.brand.name ?? 'Letterlend'
}
