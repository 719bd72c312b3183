import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariablesResolver, theme } from '../start/theme.ts'

/**
 * What Mantine's components need around them. The start screen has none of them: forms and dialogs
 * bring it along, so that the map comes without its 10 kB.
 */
export function Mantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      // Written by script: the same as a stylesheet would cost 4 kB gzip more.
      deduplicateCssVariables={false}
      // In tests nothing is animated.
      env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  )
}
