import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariablesResolver, theme } from '../start/theme.ts'

/**
 * The provider of Mantine's components. The start screen uses none of them: forms and dialogs load it, so
 * that the map comes without its 10 kB.
 */
export function Mantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      // Variables are written by script: as a stylesheet they would cost 4 kB gzip more.
      deduplicateCssVariables={false}
      // In tests nothing is animated.
      env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  )
}
