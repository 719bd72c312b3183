import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariablesResolver, theme } from '../start/theme.ts'

/**
 * Provider for Mantine's components. The start screen uses none; forms and dialogs load it, so that the map comes
 * without its 10 kB.
 */
export function Mantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      // As a stylesheet, the variables would cost 4 kB gzip more.
      deduplicateCssVariables={false}
      // No animations in tests.
      env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  )
}
