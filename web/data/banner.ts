import type { Banner } from '@letterlend/contract/banner.ts'
import type { PublicConfig } from '@letterlend/contract/config.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { CONFIG_KEY } from './config.ts'
import { queryClient } from './query-client.ts'

export function useSaveBanner() {
  return useMutation({
    mutationFn: (body: Banner) => call('POST /banner/update', { body }),
    onSuccess: (saved) => {
      const banner = Object.values(saved).some((text) => text !== '') ? saved : null
      queryClient.setQueryData<PublicConfig>(
        CONFIG_KEY,
        (config) => config && { ...config, banner },
      )
    },
  })
}
